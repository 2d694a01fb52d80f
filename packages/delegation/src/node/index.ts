/** Node-only part of `@heron/delegation`: what needs a file system, a clock or the system's randomness. */
export { nodeRuntime } from './runtime.js'

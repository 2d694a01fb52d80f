/** Node-only part of `@heron/sdk`: what needs a file system. */
export { FileOutbox, FileOutboxError, type FileOutboxOptions } from './file-outbox.js'

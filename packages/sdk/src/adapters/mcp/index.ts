/**
 * MCP TypeScript SDK, both sides (`@heron/sdk/mcp`, package `@modelcontextprotocol/sdk` 1).
 *
 * Enforced: every `tools/call` that crosses the guarded transport, however it was made, goes on only after a signed yes,
 * with the arguments that were judged; a no is a tool error that a model can act on. Everything else passes unchanged.
 * Not enforced: what the tool does beyond its call; other connections to the same server; resources and prompts. Of a
 * call that runs as a task, the acceptance is what is reported.
 */
export type { AdapterOptions, AnswerFor, HumanAnswer } from '../admission.js'
export { answerByElicitation, type ElicitingServer } from './elicitation.js'
export { guardClientTransport, guardServerTransport, type McpOptions } from './guarded-transport.js'

/** Kinds of JSON-RPC messages, told apart by their members. Everything in them is UNTRUSTED. */
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'

export type Params = { readonly [name: string]: unknown }

export type RequestMessage = {
  readonly jsonrpc: '2.0'
  readonly id: RequestId
  readonly method: string
  readonly params?: Params
}
export type NotificationMessage = {
  readonly jsonrpc: '2.0'
  readonly method: string
  readonly params?: Params
}
export type ResultMessage = { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly result: Params }
export type ErrorMessage = {
  readonly jsonrpc: '2.0'
  readonly id?: RequestId
  readonly error: { readonly code: number; readonly message: string }
}
export type ResponseMessage = ResultMessage | ErrorMessage

export type Message = RequestMessage | NotificationMessage | ResponseMessage

export function isRequest(message: Message): message is RequestMessage {
  return 'method' in message && 'id' in message
}

export function isNotification(message: Message): message is NotificationMessage {
  return 'method' in message && !('id' in message)
}

/** The same message as the official SDK types it; the two differ in what they say of members that nobody reads here. */
export function onTheWire(message: Message): JSONRPCMessage {
  return message
}

export function fromTheWire(message: JSONRPCMessage): Message {
  return message as Message
}

export function isParams(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The member as an object, else an empty one. */
export function paramsAt(params: Params | undefined, member: string): Params {
  const value = params?.[member]
  return isParams(value) ? value : {}
}

export function textAt(params: Params | undefined, member: string): string | undefined {
  const value = params?.[member]
  return typeof value === 'string' ? value : undefined
}

/** A request's id, as params of other messages name it. */
export function idAt(params: Params | undefined, member: string): RequestId | undefined {
  const value = params?.[member]
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

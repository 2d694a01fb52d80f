/** Receivers on the loopback: what they got, and answers as a test wants them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Receiver = {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** Resolves when so many requests have come in. */
  readonly seen: (count: number) => Promise<void>
  readonly close: () => Promise<void>
}

type Answer = (response: ServerResponse, request: Received, number: number) => void

/** @param answer default: 204. */
export async function startReceiver(answer: Answer = status(204)): Promise<Receiver> {
  const received: Received[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      const one = { path: request.url ?? '', headers, body }
      received.push(one)
      for (const { count, resolve } of waiting) if (received.length >= count) resolve()
      answer(response, one, received.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port.toString()}/hook`,
    ...{ port, received },
    seen: (count) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ count, resolve })
          }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
}

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(code, headers).end()
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

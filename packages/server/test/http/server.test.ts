/** Listening and draining, over real sockets on the loopback. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { createApp } from '../../src/http/app.js'
import { ListenError, startServer } from '../../src/http/server.js'
import { actionBody } from './requests.js'
import { API_KEY, deferred, scriptedService } from './scripted-service.js'

const LOOPBACK = { host: '127.0.0.1', port: 0 }

describe('listening', () => {
  it('says where, also when the port was not chosen', async () => {
    const server = await startServer({ app: createApp({ service: scriptedService().service }), ...LOOPBACK })
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    await server.close()
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
  })

  it('on a port in use is one clear error', async () => {
    const server = await startServer({ app: createApp({ service: scriptedService().service }), ...LOOPBACK })
    const port = Number(new URL(server.url).port)
    const app = createApp({ service: scriptedService().service })
    const error: unknown = await startServer({ app, host: '127.0.0.1', port }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ListenError)
    expect(error).toMatchObject({ code: 'port_in_use' })
    expect((error as Error).message).toBe(
      `port ${port} on 127.0.0.1 is in use: choose another port, or stop what holds it`,
    )
    await app.close()
    await server.close()
  })
})

/** A server with a service that says when a call has come in, and decides it when it is told to. */
async function startDeciding() {
  const decided = deferred<undefined>()
  const arrived = deferred<undefined>()
  const { service } = scriptedService({
    announceAction: async () => {
      arrived.resolve(undefined)
      await decided.promise
      return { decision: { verdict: 'DENY', effect: 'enforced' } } as never
    },
  })
  return { decided, arrived, server: await startServer({ app: createApp({ service }), ...LOOPBACK }) }
}

describe('closing', () => {
  it('finishes what is under way, and may be asked twice', async () => {
    const { decided, arrived, server } = await startDeciding()
    const response = fetch(`${server.url}/v1/actions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(actionBody()),
    })
    await arrived.promise
    const closed = server.close()
    expect(server.close()).toBe(closed)
    decided.resolve(undefined)
    expect(await (await response).json()).toEqual({ decision: { verdict: 'DENY', effect: 'enforced' } })
    await closed
  })
})

describe('a connection on which nothing was asked', () => {
  it('ends at once when the server closes, while one that is used is finished', async () => {
    const { decided, arrived, server } = await startDeciding()
    const port = Number(new URL(server.url).port)
    const unused = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    const ended = unused.map((socket) => new Promise((resolve) => socket.on('close', resolve)))
    await Promise.all(unused.map((socket) => new Promise((resolve) => socket.on('connect', resolve))))
    const half = connect(port, '127.0.0.1')
    const body = JSON.stringify(actionBody())
    const head = [
      ...['POST /v1/actions HTTP/1.1', 'Host: x', `Authorization: Bearer ${API_KEY}`, 'Connection: close'],
      ...['Content-Type: application/json', `Content-Length: ${body.length.toString()}`],
    ]
    await new Promise((resolve) => half.write(head.slice(0, 3).join('\r\n'), resolve))
    await fetch(`${server.url}/healthz`)
    // No timer runs from here on: nothing is waited for but the request itself.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    try {
      const closed = server.close()
      await Promise.all(ended)
      half.write(`\r\n${head.slice(3).join('\r\n')}\r\n\r\n${body}`)
      await arrived.promise
      decided.resolve(undefined)
      expect(await text(half)).toContain('"verdict":"DENY"')
      await closed
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a request that never arrives whole', () => {
  it('is cut off early enough for the whole process to end within 10 s', async () => {
    const server = await startServer({ app: createApp({ service: scriptedService().service }), ...LOOPBACK })
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const ended = new Promise((resolve) => socket.on('error', resolve).on('close', resolve))
    const head = `POST /v1/actions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\n`
    await new Promise<void>((resolve) => {
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`, () => {
        resolve()
      })
    })
    // Answered on another connection, so the half request has been read by then.
    await fetch(`${server.url}/healthz`)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    try {
      const closed = server.close()
      await vi.advanceTimersByTimeAsync(9_000)
      await closed
      await ended
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('what is no HTTP', () => {
  it('is answered with a problem, and the server goes on', async () => {
    const server = await startServer({ app: createApp({ service: scriptedService().service }), ...LOOPBACK })
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write('HELLO\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/problem\+json/)
    expect(answer).toContain('"code":"invalid_request"')
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    await server.close()
  })
})

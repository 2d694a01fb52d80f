/** Requests to addresses that somebody else named (heron.md §14): judged, pinned, bounded, and never a throw. */
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createSafeRequester,
  type Resolver,
  type SafeRequest,
  urlProblem,
} from '../../src/webhooks/safe-request/safe-request.js'
import { type Receiver, startReceiver, status } from './receiver.js'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const at = (url: string, changes: Partial<SafeRequest> = {}): SafeRequest => ({
  ...{ method: 'POST', url, body: '{}', readsBody: true, allowPrivate: true },
  ...changes,
})
const resolvesTo =
  (...addresses: readonly string[]): Resolver =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))

async function receiver(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...answer)
  open.push(started)
  return started
}

/** Speaks bytes, not HTTP. */
async function rawServer(bytes: string | null): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (bytes !== null) socket.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}/`
}

describe('a URL', () => {
  it.each([
    ['', 'invalid_url'],
    ['receiver.example/hook', 'invalid_url'],
    ['ftp://receiver.example/', 'invalid_url'],
    ['file:///etc/passwd', 'invalid_url'],
    ['https://user:secret@receiver.example/', 'invalid_url'],
    ['https://receiver.example/#part', 'invalid_url'],
    [`https://receiver.example/${'x'.repeat(2048)}`, 'invalid_url'],
    ['http://receiver.example/', 'not_https'],
    ['https://127.0.0.1/', 'address_refused'],
    ['https://0x7f.1/', 'address_refused'],
    ['https://2130706433/', 'address_refused'],
    ['https://0177.0.0.1/', 'address_refused'],
    ['https://[::1]/', 'address_refused'],
    ['https://[::ffff:169.254.169.254]/', 'address_refused'],
    ['https://receiver.example/hook?x=1', null],
    ['https://receiver.example:8443/', null],
  ])('%s is judged %s', (url, problem) => {
    expect(urlProblem(url, false)).toBe(problem)
  })

  it('may be plain HTTP on a network of one’s own', () => {
    expect(urlProblem('http://127.0.0.1:9000/hook', true)).toBeNull()
    expect(urlProblem('http://169.254.169.254/latest', true)).toBe('address_refused')
  })
})

describe('a name', () => {
  it('is resolved once, and the connection goes to what was judged', async () => {
    const { port, received } = await receiver()
    let asked = 0
    // A name that points elsewhere the second time it is asked for.
    const resolve: Resolver = () => {
      asked += 1
      return resolvesTo(asked === 1 ? '127.0.0.1' : '169.254.169.254')('')
    }
    const send = createSafeRequester({ resolve })
    const answer = await send(at(`http://receiver.example:${port.toString()}/hook`))
    expect(answer).toMatchObject({ ok: true, status: 204 })
    expect(asked).toBe(1)
    expect(received[0]?.headers['host']).toBe(`receiver.example:${port.toString()}`)
  })

  it.each([
    [['10.0.0.1']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::a9fe:a9fe']],
    // One bad address among good ones.
    [['1.1.1.1', '127.0.0.1']],
  ])('of %s is refused before anything is sent', async (addresses) => {
    const send = createSafeRequester({ resolve: resolvesTo(...addresses) })
    const answer = await send(at('https://receiver.example/', { allowPrivate: false }))
    expect(answer).toMatchObject({ ok: false, failure: 'address_refused' })
  })

  it('that has no address, or none in time, is a failure', async () => {
    const none = createSafeRequester({ resolve: resolvesTo() })
    expect(await none(at('https://receiver.example/'))).toMatchObject({ failure: 'name_not_resolved' })
    const never = createSafeRequester({ resolve: () => new Promise(() => undefined), withinMs: 20 })
    expect(await never(at('https://receiver.example/'))).toMatchObject({ failure: 'timed_out' })
    const gone = createSafeRequester({
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    })
    expect(await gone(at('https://receiver.example/'))).toMatchObject({ failure: 'name_not_resolved' })
  })
})

describe('an answer', () => {
  it('that redirects is not followed', async () => {
    const target = await receiver()
    const { url } = await receiver(status(302, { location: target.url }))
    const send = createSafeRequester()
    expect(await send(at(url))).toMatchObject({ ok: false, failure: 'redirected', status: 302 })
    expect(target.received).toEqual([])
  })

  it('is read up to its bound and no further', async () => {
    const { url } = await receiver((response) => {
      response.on('error', () => undefined)
      response.writeHead(200)
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    const send = createSafeRequester()
    expect(await send(at(url))).toMatchObject({ ok: false, failure: 'answer_too_large', status: 200 })
    // Where only the status matters, it was said.
    expect(await send(at(url, { readsBody: false }))).toMatchObject({ ok: true, status: 200 })
  })

  it('is never decompressed', async () => {
    const { url } = await receiver((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('bomb')
    })
    const send = createSafeRequester()
    expect(await send(at(url))).toMatchObject({ ok: false, failure: 'answer_broken' })
  })

  it('that stalls after its status counts by its status, in the time allowed', async () => {
    const { url } = await receiver((response) => {
      response.writeHead(200).write('never ends')
    })
    const send = createSafeRequester({ withinMs: 50 })
    expect(await send(at(url, { readsBody: false }))).toMatchObject({ ok: true, status: 200 })
    expect(await send(at(url))).toMatchObject({ ok: false, failure: 'timed_out' })
  })

  it('is none where nobody listens, nobody answers, or garbage comes back', async () => {
    const { url, close } = await startReceiver()
    await close()
    const send = createSafeRequester({ withinMs: 100 })
    expect(await send(at(url))).toMatchObject({ failure: 'connection_failed' })
    expect(await send(at(await rawServer(null)))).toMatchObject({ failure: 'timed_out' })
    expect(await send(at(await rawServer('\u0000garbage\r\n\r\n')))).toMatchObject({
      failure: 'answer_broken',
    })
    const secure = (await rawServer('not TLS')).replace('http:', 'https:')
    expect(await send(at(secure))).toMatchObject({ ok: false })
  })

  it('can be stopped', async () => {
    const { url, seen } = await receiver(() => undefined)
    const stop = new AbortController()
    const answer = createSafeRequester()(at(url, { signal: stop.signal }))
    await seen(1)
    stop.abort()
    expect(await answer).toMatchObject({ ok: false, failure: 'stopped' })
  })
})

it('never throws, whatever the URL', async () => {
  const send = createSafeRequester({ resolve: resolvesTo('10.0.0.1'), withinMs: 100 })
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.webUrl(), fc.string(), fc.ipV4Extended()), async (url) => {
      expect(await send(at(url, { allowPrivate: false }))).toMatchObject({ ok: false })
    }),
  )
})

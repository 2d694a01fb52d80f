/**
 * The load client, run as a process of its own: so many keep-alive sockets, each sending its next request when the
 * last one was answered. Raw sockets, since on two cores every microsecond of the client is one that the server lacks.
 *
 * Told by one JSON argument what to do; prints one JSON line.
 */
import { connect, type Socket } from 'node:net'

export type ClientTask = {
  /** Where the servers listen; sockets and sessions are shared out among them. */
  readonly ports: readonly number[]
  readonly sockets: number
  readonly warmUpMs: number
  readonly measureMs: number
  readonly apiKey: string
  /** Calls a second of all sockets together; without it, as many as are answered. */
  readonly perSecond?: number
  /** Names of the sessions to use in turn; none asks for the empty route instead. */
  readonly sessions: readonly string[]
}

export type ClientResult = {
  readonly calls: number
  /** Those of the warm-up included. */
  readonly answered: number
  readonly seconds: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Answers other than 200 and 201. */
  readonly refused: number
}

/** Tools with the signals that a vendor would state; the mix meets ALLOW, STEP_UP, DENY and MODIFY. */
const TOOLS = [
  { name: 'crm.get_contact', signals: '{"record_count":1}' },
  { name: 'tickets.update', signals: '{"destination":"internal","record_count":1}' },
  { name: 'gmail.send', signals: '{"recipient_external":false,"recipient_count":1}' },
  { name: 'gmail.send', signals: '{"recipient_external":true,"recipient_count":2}' },
  { name: 'files.search', signals: '{"record_count":20}' },
  { name: 'files.delete', signals: '{"record_count":1}' },
] as const

const task = JSON.parse(process.argv[2] ?? '{}') as ClientTask
const session = task.sessions.map((name) => ({ name, seq: 0, prevHash: '' }))
/** An agent stays on its connection, so a session goes to one server; where there is only one session, to all. */
const sessionsOf = task.ports.map((_, place) =>
  session.length < task.ports.length
    ? session
    : session.filter((_, index) => index % task.ports.length === place),
)
/** Between two calls of one socket. */
const pauseMs = task.perSecond === undefined ? 0 : (task.sockets * 1000) / task.perSecond
let turn = 0
let answered = 0
let refused = 0
let latencies: number[] = []
const start = performance.now()
const measureFrom = start + task.warmUpMs
const end = measureFrom + task.measureMs

/** The next request to a server, and where the hash of its answer belongs. */
function nextRequest(sessions: typeof session): {
  readonly text: string
  readonly session: (typeof session)[number] | null
} {
  turn += 1
  const target = sessions[Math.floor(turn / task.ports.length) % sessions.length]
  if (target === undefined) return { text: request('GET', '/', '', ''), session: null }
  const seq = target.seq++
  const tool = TOOLS[seq % TOOLS.length] ?? TOOLS[0]
  const hash = `sha256:${turn.toString(16).padStart(64, '0')}`
  const chain = target.prevHash === '' ? '' : `,"chain":{"prev_hash":"${target.prevHash}"}`
  const body = `{"session_external_id":"${target.name}","seq":${seq},"tool":{"name":"${tool.name}"},"args_redacted":{"to":"<email:0f367fdcc159df07>","subject":"Quarterly report","body":{"lines":["one","two"]}},"args_hash":"${hash}","signals":${tool.signals},"resource_ref":"thread_${seq}","requested_at":"${new Date().toISOString()}"${chain}}`
  return {
    text: request('POST', '/v1/actions', `idempotency-key: ${target.name}:${hash}\r\n`, body),
    session: target,
  }
}

function request(method: string, path: string, headers: string, body: string): string {
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${task.apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`
}

function drive(socket: Socket, sessions: typeof session, done: () => void): void {
  let received = ''
  let sentAt = 0
  let current = nextRequest(sessions)
  const send = (): void => {
    sentAt = performance.now()
    socket.write(current.text)
  }
  socket.setEncoding('latin1')
  socket.setNoDelay(true)
  socket.on('data', (chunk: string) => {
    received += chunk
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
    if (received.length < headEnd + 4 + length) return
    const now = performance.now()
    answered += 1
    if (now >= measureFrom && now < end) latencies.push(now - sentAt)
    if (!received.startsWith('HTTP/1.1 20')) refused += 1
    else if (current.session !== null) {
      const at = received.lastIndexOf('"record_hash":"')
      if (at >= 0) current.session.prevHash = received.slice(at + 15, at + 15 + 71)
    }
    received = ''
    if (now >= end) {
      socket.destroy()
      done()
      return
    }
    current = nextRequest(sessions)
    if (pauseMs === 0) {
      send()
      return
    }
    // Whoever is behind catches up.
    dueAt += pauseMs
    setTimeout(send, Math.max(0, dueAt - now))
  })
  let dueAt = start + Math.random() * pauseMs
  socket.on('connect', send)
}

await Promise.all(
  Array.from(
    { length: task.sockets },
    (_, index) =>
      new Promise<void>((resolve, reject) => {
        const place = index % task.ports.length
        const socket = connect(task.ports[place] ?? 0, '127.0.0.1')
        socket.on('error', reject)
        drive(socket, sessionsOf[place] ?? [], resolve)
      }),
  ),
)
latencies = latencies.sort((left, right) => left - right)
const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0
const result: ClientResult = {
  calls: latencies.length,
  answered,
  seconds: task.measureMs / 1000,
  p50: at(0.5),
  p99: at(0.99),
  refused,
}
console.log(JSON.stringify(result))

/**
 * Stands between Heron and PostgreSQL, on a socket of its own, and cuts a connection where it hurts most: when the server
 * has everything but the `commit`, or when it has committed and not yet been heard (PostgreSQL, "Message Formats").
 *
 * Plain JavaScript, since the benchmarks load it from their build.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOCKET = '.s.PGSQL.5432'
const COMMITTED = Buffer.from('COMMIT\0')
const READY = Buffer.from([0x5a, 0, 0, 0, 5])

/** The server of whichever folder is the target stands behind it. */
export async function startProxy(target) {
  const folder = mkdtempSync(join(tmpdir(), 'heron-proxy-'))
  const sockets = new Set()
  let place = target
  let armed = null
  let cuts = 0
  const server = createServer((client) => {
    const upstream = connect(join(place, SOCKET))
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    const isCommit = commitFinder()
    let frames = Buffer.alloc(0)
    let held = null
    const cut = () => {
      armed = null
      cuts += 1
      end()
    }
    client.on('data', (chunk) => {
      frames = Buffer.concat([frames, chunk])
      for (let frame = isCommit.next(frames); frame !== null; frame = isCommit.next(frames)) {
        frames = frames.subarray(frame.length)
        if (frame.commits && armed === 'before commit') {
          cut()
          return
        }
        if (frame.commits && armed === 'after commit') held ??= Buffer.alloc(0)
        upstream.write(frame.bytes)
      }
    })
    upstream.on('data', (chunk) => {
      if (held === null) {
        client.write(chunk)
        return
      }
      held = Buffer.concat([held, chunk])
      if (held.includes(COMMITTED)) cut()
      else if (held.subarray(-6, -1).equals(READY)) {
        // Something before the commit was refused, so there was none.
        client.write(held)
        held = null
      }
    })
  })
  await new Promise((resolve) => server.listen(join(folder, SOCKET), resolve))
  return {
    url: (database) => `postgres://heron@localhost/${database}?host=${encodeURIComponent(folder)}`,
    setTarget: (next) => {
      place = next
    },
    cutNext: (cut) => {
      armed = cut
    },
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Takes messages off a stream one by one; knows which of them runs the prepared statement `commit`. */
function commitFinder() {
  const commits = new Set()
  let started = false
  return {
    next: (buffer) => {
      const at = started ? 1 : 0
      if (buffer.length < at + 4) return null
      const length = at + buffer.readUInt32BE(at)
      if (buffer.length < length) return null
      const bytes = buffer.subarray(0, length)
      // The first message, the start-up, has no type.
      const type = started ? String.fromCharCode(bytes[0]) : ''
      started = true
      const [first = '', second = ''] = bytes.subarray(5).toString('latin1').split('\0', 2)
      if (type === 'P' && second === 'commit') commits.add(first)
      return { length, bytes, commits: type === 'B' && commits.has(second) }
    },
  }
}

/** Pinning: what the reader kept from elsewhere or earlier, against which the record is checked. */
import { useState } from 'react'
import { isDigest, readJwks } from '@heron/evidence'
import { Term } from '../../design/glossary-term.js'
import type { VerifyRequest } from './messages.js'

export type Pins = Pick<VerifyRequest, 'jwks' | 'heads'>
export const NO_PINS: Pins = { jwks: null, heads: [] }

export function PinPanel({ onPins }: { onPins: (pins: Pins) => void }) {
  const [jwks, setJwks] = useState('')
  const [heads, setHeads] = useState('')
  const keys = jwks.trim() === '' ? null : readJwks(jwks)
  const lines = heads.split('\n').filter((line) => line.trim() !== '')
  const read = lines.map(headOf)
  const change = (nextJwks: string, nextHeads: string) => {
    setJwks(nextJwks)
    setHeads(nextHeads)
    const kept = nextHeads.split('\n').flatMap((line) => headOf(line) ?? [])
    onPins({ jwks: nextJwks.trim() !== '' && readJwks(nextJwks).ok ? nextJwks : null, heads: kept })
  }
  return (
    <details className="card">
      <summary>Pin what you kept: keys or heads</summary>
      <div className="stack pins">
        <p className="soft small">
          Without your own copy of the <Term of="jwks">trust root</Term>, everything is checked against the
          keys in the file itself, and the result says so.
        </p>
        <label className="field">
          Heron’s keys (a JSON Web Key Set, from somewhere else than this page)
          <textarea
            rows={4}
            value={jwks}
            spellCheck={false}
            onChange={(event) => {
              change(event.target.value, heads)
            }}
          />
        </label>
        {keys === null ? null : (
          <p className="small" role="status">
            {keys.ok ? `${keys.keys.size.toString()} key(s) pinned` : keys.message}
          </p>
        )}
        <label className="field">
          Heads you kept earlier, one a line: run=sha256:…
          <textarea
            rows={3}
            value={heads}
            spellCheck={false}
            onChange={(event) => {
              change(jwks, event.target.value)
            }}
          />
        </label>
        {lines.length === 0 ? null : (
          <p className="small" role="status">
            {read.includes(null)
              ? 'A line is not RUN=sha256: and 64 lower-case hex digits.'
              : `${lines.length.toString()} head(s) pinned`}
          </p>
        )}
      </div>
    </details>
  )
}

function headOf(line: string): { session: string; head: string } | null {
  const at = line.lastIndexOf('=')
  const session = line.slice(0, at).trim()
  const head = line.slice(at + 1).trim()
  return at < 1 || session === '' || !isDigest(head) ? null : { session, head }
}

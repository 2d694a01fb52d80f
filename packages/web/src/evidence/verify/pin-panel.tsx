/** Pinning: what the reader kept from elsewhere or earlier, against which the record is checked. */
import { useState } from 'react'
import { isDigest, readJwks, readKeptCheckpoint } from '@heron/evidence'
import { Term } from '../../design/glossary-term.js'
import { count } from '../../words/figures.js'
import type { Pins } from './messages.js'

export function PinPanel({ onPins }: { onPins: (pins: Pins) => void }) {
  const [jwks, setJwks] = useState('')
  const [heads, setHeads] = useState('')
  const [note, setNote] = useState('')
  const keys = jwks.trim() === '' ? null : readJwks(jwks)
  const lines = heads.split('\n').filter((line) => line.trim() !== '')
  const read = lines.map(headOf)
  const checkpoint = note.trim() === '' ? null : readKeptCheckpoint(noteOf(note))
  const change = (nextJwks: string, nextHeads: string, nextNote: string) => {
    setJwks(nextJwks)
    setHeads(nextHeads)
    setNote(nextNote)
    const kept = nextHeads.split('\n').flatMap((line) => headOf(line) ?? [])
    onPins({
      jwks: nextJwks.trim() !== '' && readJwks(nextJwks).ok ? nextJwks : null,
      heads: kept,
      checkpoint: readKeptCheckpoint(noteOf(nextNote)) === null ? null : noteOf(nextNote),
    })
  }
  return (
    <details className="card">
      <summary>Pin what you kept: keys, heads or a checkpoint</summary>
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
              change(event.target.value, heads, note)
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
              change(jwks, event.target.value, note)
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
        <label className="field">
          A checkpoint you kept earlier: the text, or the file below
          <textarea
            rows={4}
            value={note}
            spellCheck={false}
            onChange={(event) => {
              change(jwks, heads, event.target.value)
            }}
          />
        </label>
        <label className="field">
          Checkpoint file
          <input
            type="file"
            onChange={(event) => {
              void event.target.files?.[0]?.text().then((text) => {
                change(jwks, heads, text)
              })
            }}
          />
        </label>
        {note.trim() === '' ? null : (
          <p className="small" role="status">
            {checkpoint === null
              ? 'This is no checkpoint: a signed note as this page gave it.'
              : `A checkpoint of ${count(checkpoint.checkpoint.size)} leaves pinned`}
          </p>
        )}
      </div>
    </details>
  )
}

/** A note ends with a line feed, which a copied text may have lost. */
function noteOf(text: string): string {
  return `${text.replaceAll('\r', '').trimEnd()}\n`
}

function headOf(line: string): { session: string; head: string } | null {
  const at = line.lastIndexOf('=')
  const session = line.slice(0, at).trim()
  const head = line.slice(at + 1).trim()
  return at < 1 || session === '' || !isDigest(head) ? null : { session, head }
}

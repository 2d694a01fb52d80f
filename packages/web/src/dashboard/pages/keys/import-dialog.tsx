/** Importing the vendor's public key: pasted, out of a pasted key set, or out of one that Heron reads once. */
import { useState } from 'react'
import { Field, TextArea } from '../../../design/field.js'
import { useToast } from '../../../design/toast.js'
import { useProjectAct } from '../../api/use-answer.js'
import { FormDialog } from '../../parts/form-dialog.js'
import { ReasonField, troubleWith } from '../../parts/reason-field.js'
import { importRequest, type ImportWay } from './import-request.js'

const WAYS: readonly (readonly [way: ImportWay, label: string])[] = [
  ['key', 'Paste a key'],
  ['jwks', 'Paste a key set'],
  ['url', 'From an address'],
]

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [way, setWay] = useState<ImportWay>('key')
  const [fields, setFields] = useState({ kid: '', key: '', jwks: '', url: '' })
  const toast = useToast()
  const send = useProjectAct<object>((body) => ({ path: '/vendor-keys', body }))
  const set = (name: keyof typeof fields) => (event: { target: { value: string } }) => {
    setFields({ ...fields, [name]: event.target.value })
  }
  const [reason, setReason] = useState('')
  const request = importRequest(way, fields)
  const trouble = troubleWith(reason)
  return (
    <FormDialog
      title="Import a signing key"
      confirm="Import it"
      ready={request.body !== null && reason.trim() !== '' && trouble === null}
      onClose={onClose}
      onSubmit={async () => {
        if (request.body === null) return
        await send.mutateAsync({ ...request.body, reason: reason.trim() })
        toast('The key was imported. What it signs from now on is verified.')
        onClose()
      }}
    >
      <div className="segments" role="group" aria-label="How to import">
        {WAYS.map(([each, label]) => (
          <button
            key={each}
            type="button"
            className={each === way ? 'segment chosen' : 'segment'}
            aria-pressed={each === way}
            onClick={() => {
              setWay(each)
            }}
          >
            {label}
          </button>
        ))}
      </div>
      {way === 'key' ? (
        <TextArea
          label="Public key"
          rows={2}
          required
          spellCheck={false}
          value={fields.key}
          hint="Ed25519: 32 bytes as base64url without padding, 43 characters. Never the private half."
          error={request.problem}
          onChange={set('key')}
        />
      ) : null}
      {way === 'jwks' ? (
        <TextArea
          label="Key set (JWKS)"
          rows={7}
          required
          spellCheck={false}
          placeholder='{"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "…", "x": "…"}]}'
          value={fields.jwks}
          error={request.problem}
          onChange={set('jwks')}
        />
      ) : null}
      {way === 'url' ? (
        <Field
          label="Address of the key set"
          type="url"
          required
          placeholder="https://vendor.example/.well-known/jwks.json"
          value={fields.url}
          hint="Read once, now, over https. Heron never asks again: a later change there changes nothing here."
          error={request.problem}
          onChange={set('url')}
        />
      ) : null}
      <Field
        label="Key id"
        className="mono"
        required={way === 'key'}
        spellCheck={false}
        value={fields.kid}
        hint={
          way === 'key'
            ? 'The kid that your signatures name.'
            : 'Which key of the set. Needed where it holds several.'
        }
        onChange={set('kid')}
      />
      <ReasonField
        entry={{
          act: 'vendor_key.imported',
          subject: fields.kid.trim() === '' ? 'vendor_key:…' : `vendor_key:${fields.kid.trim()}`,
          change: 'with the public key',
        }}
        reason={reason}
        error={trouble}
        onChange={setReason}
      />
    </FormDialog>
  )
}

/** Minting an API key: for which environment and why, then the key, once. */
import { useState } from 'react'
import { SecretOnce } from '../../../design/secret-once.js'
import { Select } from '../../../design/field.js'
import type { ApiKey, MintedApiKey } from '../../api/keys.js'
import { useProjectAct } from '../../api/use-answer.js'
import { FormDialog } from '../../parts/form-dialog.js'
import { ReasonField, troubleWith } from '../../parts/reason-field.js'

export function MintDialog({ onClose }: { onClose: () => void }) {
  const [environment, setEnvironment] = useState<ApiKey['environment']>('live')
  const [reason, setReason] = useState('')
  const trouble = troubleWith(reason)
  const mint = useProjectAct<undefined, MintedApiKey>(() => ({
    path: '/api-keys',
    body: { environment, reason: reason.trim() },
  }))
  if (mint.data !== undefined)
    return (
      <SecretOnce
        title="Your API key"
        secrets={[{ label: `API key, ${mint.data.environment}`, value: mint.data.secret }]}
        onClose={onClose}
      >
        <p className="small">
          Set it as <code>HERON_API_KEY</code> where your agents run, never in a repository.
        </p>
      </SecretOnce>
    )
  return (
    <FormDialog
      title="Mint an API key"
      confirm="Mint it"
      ready={reason.trim() !== '' && trouble === null}
      onClose={onClose}
      onSubmit={() => mint.mutateAsync(undefined)}
    >
      <Select
        label="Environment"
        value={environment}
        options={[
          { value: 'live', label: 'live: what agents really do' },
          { value: 'test', label: 'test: rehearsals, marked as such everywhere' },
        ]}
        onChange={({ target }) => {
          setEnvironment(target.value === 'test' ? 'test' : 'live')
        }}
      />
      <ReasonField
        entry={{ act: 'api_key.minted', subject: 'the new key’s id', change: `environment: ${environment}` }}
        reason={reason}
        error={trouble}
        onChange={setReason}
      />
      <p className="small soft">The key itself is published nowhere.</p>
    </FormDialog>
  )
}

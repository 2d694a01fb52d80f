/** Minting an API key: for which environment, then the key, once. */
import { useState } from 'react'
import { SecretOnce } from '../../../design/secret-once.js'
import { Select } from '../../../design/field.js'
import type { ApiKey, MintedApiKey } from '../../api/keys.js'
import { useProjectAct } from '../../api/use-answer.js'
import { FormDialog } from '../../parts/form-dialog.js'

export function MintDialog({ onClose }: { onClose: () => void }) {
  const [environment, setEnvironment] = useState<ApiKey['environment']>('live')
  const mint = useProjectAct<ApiKey['environment'], MintedApiKey>((chosen) => ({
    path: '/api-keys',
    body: { environment: chosen },
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
      onClose={onClose}
      onSubmit={() => mint.mutateAsync(environment)}
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
      <p className="small soft">
        Signed into the operator log as <code>api_key.minted</code>. The key itself is published nowhere.
      </p>
    </FormDialog>
  )
}

/** Heron's own signing keys: every public half, for ever. */
import { CopyButton } from '../../../design/copy-button.js'
import { Term } from '../../../design/glossary-term.js'
import { Hash } from '../../../design/hash.js'
import { Table } from '../../../design/table.js'
import { Time } from '../../../design/time.js'
import type { HeronKey, Items } from '../../api/keys.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { Section } from '../../parts/section.js'
import { Answered } from '../../parts/states.js'

export function HeronKeys() {
  const answer = useProjectAnswer<Items<HeronKey>>('/heron-keys')
  return (
    <Section
      title="Heron’s keys"
      lead={
        <>
          Every receipt is signed with one of these. Rotated on the command line with{' '}
          <code>heron keys rotate</code>; no public key is ever removed. Reviewers keep them as their{' '}
          <Term of="jwks">trust root</Term>.
        </>
      }
    >
      <Answered answer={answer} lines={2}>
        {({ items }) => (
          <>
            <Table
              caption="List of Heron’s keys"
              rows={items}
              keyOf={({ kid }) => kid}
              columns={[
                { head: 'Key id', header: true, cell: ({ kid }) => <code>{kid}</code> },
                {
                  head: 'Public key',
                  cell: ({ public_key }) => <Hash value={public_key} of="public key" />,
                },
                { head: 'Since', cell: ({ created_at }) => <Time at={created_at} day /> },
                {
                  head: 'Until',
                  cell: ({ retired_at }) => (retired_at === null ? 'in use' : <Time at={retired_at} day />),
                },
              ]}
            />
            <p className="small">
              <a href="/.well-known/jwks.json">/.well-known/jwks.json</a>{' '}
              <CopyButton
                text={JSON.stringify({ keys: items.map(jwkOf) }, null, 2)}
                label="copy as a key set"
                of="Heron’s keys"
              />
            </p>
          </>
        )}
      </Answered>
    </Section>
  )
}

function jwkOf({ kid, public_key }: HeronKey) {
  return { kty: 'OKP', crv: 'Ed25519', kid, x: public_key, use: 'sig', alg: 'EdDSA' }
}

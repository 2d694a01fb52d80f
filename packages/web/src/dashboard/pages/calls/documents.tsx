/** The signed documents of a call, verified in this browser against the published keys as soon as both are here. */
import { canonicalize, statementText } from '@heron/evidence'
import { useQuery } from '@tanstack/react-query'
import { Term } from '../../../design/glossary-term.js'
import { Document } from '../../../record/document.js'
import { publishedKeys } from '../../api/published-keys.js'
import type { CallDetail } from '../../api/reading.js'
import { useProjectAnswer } from '../../api/use-answer.js'

type VendorKeys = { readonly items: readonly { readonly kid: string; readonly public_key: string }[] }

export function Documents({ call }: { call: CallDetail }) {
  const heronKeys = useQuery({ queryKey: ['public', 'jwks'], queryFn: publishedKeys })
  const vendorKeys = useProjectAnswer<VendorKeys>('/vendor-keys', ['settings'])
  if (heronKeys.isPending || vendorKeys.isPending) return null
  const heron = (kid: string) => heronKeys.data?.find((key) => key.kid === kid)?.x ?? null
  const vendor = (kid: string) => vendorKeys.data?.items.find((key) => key.kid === kid)?.public_key ?? null
  const { decision, evaluation, statements, record, prev_hash, record_hash, resolution } = call
  return (
    <section className="stack" aria-labelledby="documents">
      <h2 id="documents">
        The signed documents (<Term of="receipt">receipts</Term>)
      </h2>
      <div className="document-grid">
        <Document
          title="Record in the chain"
          text={canonicalize(record)}
          proof={{ kind: 'chain', prevHash: prev_hash, recordHash: record_hash }}
          atOnce
          level={3}
        />
        <Document
          title="Decision"
          text={canonicalize(decision.payload)}
          proof={{ kind: 'signature', by: 'Heron', ...decision, key: heron(decision.kid) }}
          atOnce
          level={3}
        />
        <Document
          title="Evaluation"
          text={canonicalize(evaluation.payload)}
          proof={{ kind: 'signature', by: 'Heron', ...evaluation, key: heron(evaluation.kid) }}
          atOnce
          level={3}
        />
        {resolution === null ? null : (
          <Document
            title="Resolution"
            text={canonicalize(resolution.payload)}
            proof={{ kind: 'signature', by: 'Heron', ...resolution, key: heron(resolution.kid) }}
            atOnce
            level={3}
          />
        )}
        {statements.map(({ statement, signature, note }, index) => (
          <Document
            key={index}
            title={
              statements.length === 1 ? 'Statement of the vendor' : `Statement ${index + 1} of the vendor`
            }
            text={statementText(statement)}
            proof={{
              kind: 'signature',
              by: 'the vendor',
              kid: signature.kid,
              signature: signature.value,
              key: note === 'error_code_withheld' ? null : vendor(signature.kid),
            }}
            atOnce
            level={3}
          />
        ))}
      </div>
    </section>
  )
}

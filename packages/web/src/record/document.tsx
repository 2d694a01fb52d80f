/** One signed or hashed document: verify it here, see its exact bytes, or take the command that checks it with openssl. */
import { useState } from 'react'
import {
  decodeBase64url,
  detectSignatureVerifier,
  hashChained,
  importPublicKey,
  isDigest,
} from '@heron/evidence'
import { Button } from '../design/button.js'
import { CopyButton } from '../design/copy-button.js'
import { Hash } from '../design/hash.js'
import { type Status, StatusMark } from '../design/status-mark.js'
import { Bytes } from './bytes.js'
import { opensslCommand } from './openssl.js'

type Proof =
  | { readonly kind: 'chain'; readonly prevHash: string; readonly recordHash: string }
  | {
      readonly kind: 'signature'
      readonly by: string
      readonly kid: string
      readonly signature: string
      /** Base64url; null where the key is not published or the bytes are withheld. */
      readonly key: string | null
    }

export function Document({ title, text, proof }: { title: string; text: string; proof: Proof }) {
  const [status, setStatus] = useState<Status | null>(null)
  const [bytes, setBytes] = useState(false)
  const command =
    proof.kind === 'signature' && proof.key !== null
      ? opensslCommand({ text, signature: proof.signature, publicKey: proof.key })
      : null
  return (
    <div className="card stack">
      <h4 className="row spread">
        {title}
        {status === null ? null : <StatusMark status={status} />}
      </h4>
      <p className="small soft">
        {proof.kind === 'chain' ? (
          <>
            Chained: <Hash value={proof.recordHash} of="record hash" />
          </>
        ) : (
          <>
            Signed by {proof.by}, key <code>{proof.kid}</code>, signature{' '}
            <Hash value={proof.signature} of="signature" />
          </>
        )}
      </p>
      <p className="row no-print">
        <Button
          onClick={() => {
            void check(text, proof).then(setStatus)
          }}
        >
          Verify
        </Button>
        <Button
          onClick={() => {
            setBytes(!bytes)
          }}
        >
          {bytes ? 'Hide the bytes' : 'Canonical bytes'}
        </Button>
        {command === null ? null : <CopyButton text={command} label="copy the openssl command" of={title} />}
      </p>
      {bytes ? <Bytes text={text} label={`${title}, canonical bytes`} /> : null}
    </div>
  )
}

async function check(text: string, proof: Proof): Promise<Status> {
  if (proof.kind === 'chain') {
    if (!isDigest(proof.prevHash)) return 'fail'
    return hashChained(text, proof.prevHash) === proof.recordHash ? 'pass' : 'fail'
  }
  const key = proof.key === null ? null : importPublicKey(proof.key)
  if (key === null) return 'not_checked'
  const signature = decodeBase64url(proof.signature)
  if (signature?.length !== 64) return 'fail'
  const verify = await detectSignatureVerifier()
  return (await verify(key, new TextEncoder().encode(text), signature)) ? 'pass' : 'fail'
}

/** One signed or hashed document: verify it here, see its exact bytes, or take the command that checks it with openssl. */
import { useEffect, useState } from 'react'
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

export type DocumentProps = {
  readonly title: string
  /** Canonical bytes, as text. */
  readonly text: string
  readonly proof: Proof
  /** Verified as soon as it is shown; otherwise when the reader asks. */
  readonly atOnce?: boolean
  /** Rank of its heading on the page. */
  readonly level?: 3 | 4
}

export function Document({ title, text, proof, atOnce = false, level = 4 }: DocumentProps) {
  const [status, setStatus] = useState<Status | null>(null)
  const [bytes, setBytes] = useState(false)
  const Heading = level === 3 ? 'h3' : 'h4'
  const subject = JSON.stringify([text, proof])
  useEffect(() => {
    if (!atOnce) return undefined
    let current = true
    void check(text, proof).then((verdict) => {
      if (current) setStatus(verdict)
    })
    return () => {
      current = false
    }
    // The document names itself; its proof is written anew on every render.
  }, [atOnce, subject])
  const command =
    proof.kind === 'signature' && proof.key !== null
      ? opensslCommand({ text, signature: proof.signature, publicKey: proof.key })
      : null
  return (
    <div className="card stack">
      <Heading className="row spread">
        {title}
        {status === null ? null : <StatusMark status={status} />}
      </Heading>
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

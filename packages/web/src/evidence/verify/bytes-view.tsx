/** *Show me the bytes*: a line of the file exactly as it was verified, with the place that a finding points to marked. */
import { useState } from 'react'
import type { JsonValue } from '@heron/evidence'
import { Button } from '../../design/button.js'
import { Bytes } from '../../record/bytes.js'
import { useVerifier } from './verifier.js'

export function BytesButton({ line, marked }: { line: number; marked: JsonValue | undefined }) {
  const { verifier } = useVerifier()
  const [shown, setShown] = useState<{ text: string | null } | null>(null)
  const show = async () => {
    setShown({ text: await verifier.line(line) })
  }
  if (shown === null) return <Button onClick={() => void show()}>Show me the bytes</Button>
  if (shown.text === null)
    return (
      <p className="soft">These bytes can no longer be had: the file was large and its source is gone.</p>
    )
  return <Bytes text={shown.text} marked={marked} label={`Line ${line.toString()}`} />
}

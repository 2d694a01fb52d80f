/** Copies a text and says so, in place, to the eye and to a screen reader. */
import { useState } from 'react'

export function CopyButton({ text, label = 'copy', of }: { text: string; label?: string; of: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  const words = { idle: label, copied: 'copied', refused: 'select and copy by hand' }
  return (
    <button type="button" className="copy" aria-label={`${words[state]}: ${of}`} onClick={() => void copy()}>
      {words[state]}
    </button>
  )
}

/** `/` and Ctrl-K (⌘K) open search from anywhere but a field that is being typed in. */
import { useEffect } from 'react'

export function usePaletteKeys(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const slash =
        event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
      const command = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if ((!slash && !command) || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
    }
  })
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

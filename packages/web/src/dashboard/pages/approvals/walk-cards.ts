/** Keys of the queue: j and k between cards, a and d to answer the one in focus. */
import type { KeyboardEvent } from 'react'

export function walkCards(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest('dialog') !== null) return
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-approval]')]
  const at = cards.findIndex((card) => card.contains(target))
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
  if (step !== undefined) {
    event.preventDefault()
    cards[at + step]?.focus()
    return
  }
  const answer = { a: 'APPROVE', d: 'DECLINE' }[event.key]
  const button =
    answer === undefined ? null : cards[at]?.querySelector<HTMLElement>(`[data-answer="${answer}"]`)
  if (button === null || button === undefined) return
  event.preventDefault()
  button.click()
}

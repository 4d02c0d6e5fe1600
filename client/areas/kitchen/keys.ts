import { type RefObject, useEffect } from 'react'
import type { KitchenCard } from './cards.ts'
import type { Reveal } from './columns.tsx'
import { tickRest } from './stations.ts'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }

interface KeysProps {
  screen: RefObject<HTMLElement | null>
  cards: readonly KitchenCard[]
  reveal: RefObject<Reveal | undefined>
}

/**
 * The keys of a keyboard or a bump bar: 1 to 9 choose an order, arrows a line or the next order, Enter ticks, Space ticks
 * the rest (docs/product/kitchen.md#kitchen-keys). The chosen order or line has the focus.
 */
export default function Keys({ screen, cards, reveal }: KeysProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return
      if (press({ screen, cards, reveal }, event)) event.preventDefault()
    }
    // A button is pressed by Space when the key is released.
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key === ' ' && isLine(event.target)) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    addEventListener('keyup', onKeyUp)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('keyup', onKeyUp)
    }
  }, [screen, cards, reveal])
  return null
}

/** Whether a key is for a dialog, a menu or a field. A button in the head, touched last, does not take the keys away. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return true
  return target instanceof HTMLElement && target.matches('input, textarea, select')
}

const isLine = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.dataset.line !== undefined

const isOpenLine = (line: HTMLElement) => line.getAttribute('aria-pressed') !== 'true'

/** @returns whether the key did something here */
function press({ screen, cards, reveal }: KeysProps, { key, target, repeat }: KeyboardEvent): boolean {
  const all = (selector: string) => [...(screen.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const linesOf = ({ order }: KitchenCard) => all(`[data-card="${order.id}"] [data-line]`)
  const choose = (card: KitchenCard | undefined) => {
    if (!card) return false
    reveal.current?.(card.order.id)
    const lines = linesOf(card)
    const button = lines.find(isOpenLine) ?? lines[0] ?? all(`[data-card="${card.order.id}"] button`)[0]
    button?.focus()
    return true
  }
  if (/^[1-9]$/.test(key)) return choose(cards[Number(key) - 1])
  const id = document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card
  const chosen = cards.find(({ order }) => String(order.id) === id)
  const step = STEPS[key]
  if (step !== undefined) {
    if (key === 'ArrowLeft' || key === 'ArrowRight') return choose(cards[chosen ? cards.indexOf(chosen) + step : 0])
    const lines = all('[data-line]')
    const index = lines.indexOf(document.activeElement as HTMLElement)
    if (index < 0) return choose(chosen ?? cards[0])
    lines[index + step]?.focus()
    return true
  }
  if (!chosen || !isLine(target) || (key !== 'Enter' && key !== ' ')) return false
  if (repeat) return true
  if (key === ' ') tickRest(chosen)
  else {
    // Goes on to the next line of its order, so that another Enter does not take it back.
    const lines = linesOf(chosen)
    const next = lines.slice(lines.indexOf(target) + 1).find(isOpenLine)
    target.click()
    next?.focus()
  }
  return true
}

import { type RefObject, useEffect } from 'react'
import type { KitchenCard } from './cards.ts'
import type { Reveal } from './columns.tsx'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }

interface KeysProps {
  screen: RefObject<HTMLElement | null>
  cards: readonly KitchenCard[]
  reveal: RefObject<Reveal | undefined>
  tickRest: (card: KitchenCard) => void
}

/**
 * The keys of a keyboard or a bump bar: 1 to 9 choose an order, arrows a line or the next order, Enter ticks, Space ticks
 * the rest (docs/product/kitchen.md#kitchen-keys). The chosen order or line has the focus.
 */
export default function Keys({ screen, cards, reveal, tickRest }: KeysProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !screen.current || isElsewhere(event.target)) return
      const keys = new KitchenKeys(screen.current, cards, reveal.current, tickRest)
      if (keys.press(event)) event.preventDefault()
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
  }, [screen, cards, reveal, tickRest])
  return null
}

/** Whether a key is for a dialog, a menu or a field. A button in the head, touched last, does not take the keys away. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return true
  return target instanceof HTMLElement && target.matches('input, textarea, select')
}

const isLine = (target: EventTarget | null) => target instanceof HTMLElement && target.dataset.line !== undefined

const isOpenLine = (line: HTMLElement) => line.getAttribute('aria-pressed') !== 'true'

class KitchenKeys {
  readonly #screen: HTMLElement
  readonly #cards: readonly KitchenCard[]
  readonly #reveal: Reveal | undefined
  readonly #tickRest: KeysProps['tickRest']

  constructor(
    screen: HTMLElement,
    cards: readonly KitchenCard[],
    reveal: Reveal | undefined,
    tickRest: KeysProps['tickRest'],
  ) {
    this.#screen = screen
    this.#cards = cards
    this.#reveal = reveal
    this.#tickRest = tickRest
  }

  /** @returns whether the key did something here */
  press({ key, target, repeat }: KeyboardEvent): boolean {
    if (/^[1-9]$/.test(key)) return this.#choose(this.#cards[Number(key) - 1])
    const chosen = this.#chosenCard()
    if (key === 'ArrowUp' || key === 'ArrowDown') return this.#moveLine(STEPS[key] ?? 0)
    if (key === 'ArrowLeft' || key === 'ArrowRight') return this.#moveOrder(chosen, STEPS[key] ?? 0)
    if (!chosen || !isLine(target) || (key !== 'Enter' && key !== ' ')) return false
    if (repeat) return true
    if (key === ' ') this.#tickRest(chosen)
    else this.#tick(target as HTMLElement, chosen)
    return true
  }

  #chosenCard(): KitchenCard | undefined {
    const id = Number(document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card)
    return this.#cards.find(({ order }) => order.id === id)
  }

  #choose(card: KitchenCard | undefined): boolean {
    if (!card) return false
    this.#reveal?.(card.order.id)
    const lines = this.#linesOf(card)
    const first = lines.find(isOpenLine) ?? lines[0]
    const button = first ?? this.#screen.querySelector<HTMLElement>(`[data-card="${card.order.id}"] button`)
    button?.focus()
    return true
  }

  #moveOrder(chosen: KitchenCard | undefined, step: number): boolean {
    const index = chosen ? this.#cards.indexOf(chosen) + step : 0
    return this.#choose(this.#cards[index])
  }

  #moveLine(step: number): boolean {
    const lines = [...this.#screen.querySelectorAll<HTMLElement>('[data-line]')]
    const index = lines.indexOf(document.activeElement as HTMLElement)
    if (index < 0) return this.#choose(this.#chosenCard() ?? this.#cards[0])
    lines[index + step]?.focus()
    return true
  }

  /** Ticks a line and goes on to the next one of its order, so that another Enter does not take it back. */
  #tick(line: HTMLElement, card: KitchenCard): void {
    const lines = this.#linesOf(card)
    const next = lines.slice(lines.indexOf(line) + 1).find(isOpenLine)
    line.click()
    next?.focus()
  }

  #linesOf({ order }: KitchenCard): HTMLElement[] {
    return [...this.#screen.querySelectorAll<HTMLElement>(`[data-card="${order.id}"] [data-line]`)]
  }
}

import type { KitchenCard } from './cards.ts'

/** The heights of what one card consists of, in pixels. */
export interface Block {
  id: number
  head: number
  /** Its head again, on each fragment after the first. */
  repeatedHead: number
  lines: readonly number[]
  foot: number
  /** The words that say that it continues in the next column. */
  continuation: number
}

/** What is known of a card. */
interface CardHeights {
  /** The measured heights of its parts, in pixels. */
  parts: Map<string, number>
  /** The block that was made of the card, until a part of it has another height. */
  made?: { card: KitchenCard; block: Block } | undefined
}

/** The border above and below each fragment. */
const FRAME = 2

/** A smaller difference of two heights is a rounding. */
const SAME_PX = 0.5

/** The heights of cards at one width of a column: a part is measured once it is mounted, and when its height changes. */
export class Heights {
  readonly #cards = new Map<number, CardHeights>()
  /** The parts that are mounted and not measured yet. */
  #mounted: HTMLElement[] = []
  readonly #observer: ResizeObserver
  readonly #width: number
  readonly #rem: number

  /** @param onChange called before the frame in which a part has another height */
  constructor(width: number, rem: number, onChange: () => void) {
    this.#width = width
    this.#rem = rem
    this.#observer = new ResizeObserver((entries) => {
      const changed = entries.filter(({ target, borderBoxSize: [box] }) => this.#set(target, box?.blockSize ?? 0))
      if (changed.length > 0) onChange()
    })
  }

  /** The ref of an element with `data-part`, in one with `data-card`. */
  readonly part = (element: HTMLElement) => {
    this.#mounted.push(element)
    this.#observer.observe(element, { box: 'border-box' })
    return () => this.#observer.unobserve(element)
  }

  /** Measures what was mounted since the last call. @returns whether a part has another height than known */
  measureMounted(): boolean {
    const mounted = this.#mounted.filter(({ isConnected }) => isConnected)
    this.#mounted = []
    return mounted.filter((element) => this.#set(element, element.getBoundingClientRect().height)).length > 0
  }

  /** Forgets all cards but these. */
  keep(cards: readonly KitchenCard[]): void {
    if (this.#cards.size <= cards.length) return
    const kept = new Set(cards.map(({ order }) => order.id))
    for (const id of this.#cards.keys()) if (!kept.has(id)) this.#cards.delete(id)
  }

  /** Returns the heights of a card: as measured where it was shown once, otherwise estimated. */
  blockOf(card: KitchenCard): Block {
    const known = this.#of(card.order.id)
    if (known.made?.card !== card) known.made = { card, block: this.#makeBlock(card, known.parts) }
    return known.made.block
  }

  #of(id: number): CardHeights {
    const known = this.#cards.get(id) ?? { parts: new Map() }
    this.#cards.set(id, known)
    return known
  }

  /** @returns whether the part has another height than known */
  #set(element: Element, height: number): boolean {
    if (!(element instanceof HTMLElement)) return false
    const card = this.#of(Number(element.closest<HTMLElement>('[data-card]')?.dataset.card))
    const name = element.dataset.part ?? ''
    const former = card.parts.get(name)
    if (former !== undefined && Math.abs(height - former) < SAME_PX) return false
    card.parts.set(name, height)
    card.made = undefined
    return true
  }

  #makeBlock({ order, lines, toCook, notice }: KitchenCard, parts: CardHeights['parts']): Block {
    const [width, rem] = [this.#width, this.#rem]
    const height = (part: string, estimate: () => number) => parts.get(part) ?? estimate() * rem
    /** The height of a note, by the average width of a character. */
    const note = (text: string | null) =>
      text ? 1 + 1.5 * Math.ceil((text.length * 0.7 * rem) / (width - 5 * rem)) : 0
    return {
      id: order.id,
      head: FRAME + height('head', () => 5.2 + (notice ? 4.6 : 0) + note(order.notes)),
      repeatedHead: FRAME + height('again', () => 5.2),
      lines: lines.map(({ line, takenOff }) =>
        height(`line-${line.id}`, () => {
          const details = line.doneAt ? 0 : 1.75 * line.options.length + note(line.notes) + (line.guestName ? 1.5 : 0)
          return 3.5 + details + (takenOff > 0 ? 8 : 0)
        }),
      ),
      foot: toCook.length === 0 ? 0 : height('foot', () => 4.8),
      continuation: height('next', () => 2.6),
    }
  }
}

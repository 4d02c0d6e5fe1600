import type { KitchenCard } from '../cards/card-of.ts'
import type { Block } from './layout.ts'

/** The measured heights of the parts of cards, in pixels; valid for one width. */
export interface Heights {
  /** By order and part. */
  parts: Map<string, number>
  /** What the cards were made into, until one of their parts has another height. */
  blocks: Map<number, { card: KitchenCard; block: Block }>
}

export const noHeights = (): Heights => ({ parts: new Map(), blocks: new Map() })

/** The border above and below each piece. */
const FRAME = 2

/** Returns the heights of a card: as measured where it was shown once, otherwise estimated. @param width of a column */
export function blockOf(card: KitchenCard, heights: Heights, width: number, rem: number): Block {
  const kept = heights.blocks.get(card.order.id)
  if (kept?.card === card) return kept.block
  const block = makeBlock(card, heights, width, rem)
  heights.blocks.set(card.order.id, { card, block })
  return block
}

function makeBlock(card: KitchenCard, heights: Heights, width: number, rem: number): Block {
  const { order, lines, toCook } = card
  const height = (part: string, estimate: () => number) => heights.parts.get(keyOf(order.id, part)) ?? estimate() * rem
  /** The rows of a text, by the average width of a character. */
  const rows = (text: string, size: number, besides: number) =>
    Math.max(1, Math.ceil((text.length * size * 0.55 * rem) / (width - besides * rem)))
  return {
    id: order.id,
    head:
      FRAME +
      height('head', () => 5.2 + (card.notice ? 4.6 : 0) + (order.notes ? 1 + 1.5 * rows(order.notes, 1.25, 1.75) : 0)),
    headAgain: FRAME + height('again', () => 5.2),
    lines: lines.map(({ line, takenOff }) =>
      height(`line-${line.id}`, () => {
        const dish = 0.75 + Math.max(2.75, 1.725 * rows(line.name, 1.5, 4.7))
        const note = line.notes && !line.doneAt ? 0.7 + 1.5 * rows(line.notes, 1.25, 4.7) : 0
        const guest = line.guestName && !line.doneAt ? 0.25 + 1.25 * rows(line.guestName, 1, 6) : 0
        return dish + guest + note + (takenOff > 0 ? 8 : 0)
      }),
    ),
    foot: toCook.length === 0 ? 0 : height('foot', () => 4.8),
    goesOn: height('next', () => 2.6),
  }
}

const keyOf = (orderId: number, part: string) => `${orderId}/${part}`

/** Measures the parts of all cards in an element. @returns whether one has another height than known */
export function measure(element: HTMLElement, heights: Heights): boolean {
  let isChanged = false
  for (const part of element.querySelectorAll<HTMLElement>('[data-part]')) {
    const id = part.closest<HTMLElement>('[data-card]')?.dataset.card
    const key = keyOf(Number(id), part.dataset.part ?? '')
    const { height } = part.getBoundingClientRect()
    if (Math.abs((heights.parts.get(key) ?? -1) - height) < 0.5) continue
    heights.parts.set(key, height)
    heights.blocks.delete(Number(id))
    isChanged = true
  }
  return isChanged
}

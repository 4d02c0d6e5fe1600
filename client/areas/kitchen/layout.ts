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

/** A card or, if it is taller than a column, a part of it. */
export interface CardFragment {
  id: number
  /** Counted from 0 within its card. */
  index: number
  column: number
  top: number
  height: number
  /** Its lines: from the first to before the second. */
  from: number
  to: number
  isLast: boolean
}

interface Room {
  height: number
  gap: number
}

/**
 * Places cards as a newspaper does: downwards, then in the next column. A card is broken only if it is taller than a
 * column; it then begins at the top of one, and each fragment has at least one line.
 */
export function layOut(blocks: readonly Block[], { height, gap }: Room): CardFragment[] {
  const fragments: CardFragment[] = []
  let column = 0
  let bottom = 0
  for (const block of blocks) {
    for (const { needed, ...fragment } of fragmentsOf(block, height)) {
      if (bottom > 0 && (fragment.index > 0 || bottom + gap + needed > height)) {
        column += 1
        bottom = 0
      }
      const top = bottom > 0 ? bottom + gap : 0
      fragments.push({ ...fragment, column, top, height: needed })
      bottom = top + needed
    }
  }
  return fragments
}

type Unplaced = Omit<CardFragment, 'column' | 'top' | 'height'> & { needed: number }

function fragmentsOf({ id, head, repeatedHead, lines, foot, continuation }: Block, height: number): Unplaced[] {
  const sum = (from: number, to: number) => lines.slice(from, to).reduce((total, line) => total + line, 0)
  const fragments: Unplaced[] = []
  let from = 0
  for (;;) {
    const top = fragments.length === 0 ? head : repeatedHead
    const whole = top + sum(from, lines.length) + foot
    if (whole <= height || lines.length - from <= 1) {
      return [...fragments, { id, index: fragments.length, from, to: lines.length, isLast: true, needed: whole }]
    }
    let to = from + 1
    // The last line stays with the foot.
    while (to < lines.length - 1 && top + sum(from, to + 1) + continuation <= height) to += 1
    fragments.push({ id, index: fragments.length, from, to, isLast: false, needed: top + sum(from, to) + continuation })
    from = to
  }
}

/** How wide everything is, in pixels. */
interface Widths {
  columns: number
  column: number
  /** 0 where there is no room for the dishes to make beside the cards. */
  sidebar: number
}

/** The width of a card at which the longest names still read well, and those of the sidebar. */
const MIN_COLUMN = 256
const SIDEBAR = { min: 196, max: 240 }

/**
 * Divides the width of the screen. On a narrow screen the sidebar shrinks first, then there is one column less
 * (docs/product/kitchen.md#kitchen-sizes).
 * @param width of all columns and the sidebar together
 * @param gap between two of them
 * @param scale by how much everything is larger than on a tablet
 */
export function divide(width: number, gap: number, scale: number): Widths {
  const min = MIN_COLUMN * scale
  const besides = width - SIDEBAR.min * scale
  const withSidebar = Math.floor(besides / (min + gap))
  if (withSidebar < 1) return { columns: 1, column: width, sidebar: 0 }
  const sidebar = Math.floor(Math.min(SIDEBAR.max * scale, width - withSidebar * (min + gap)))
  return { columns: withSidebar, sidebar, column: Math.floor((width - sidebar - withSidebar * gap) / withSidebar) }
}

/** The measured heights of the parts of cards, in pixels; valid for one width. */
export interface Heights {
  /** By order and part. */
  parts: Map<string, number>
  /** What the cards were made into, until one of their parts has another height. */
  blocks: Map<number, { card: KitchenCard; block: Block }>
}

export const noHeights = (): Heights => ({ parts: new Map(), blocks: new Map() })

/** The border above and below each fragment. */
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
    repeatedHead: FRAME + height('again', () => 5.2),
    lines: lines.map(({ line, takenOff }) =>
      height(`line-${line.id}`, () => {
        const dish = 0.75 + Math.max(2.75, 1.725 * rows(line.name, 1.5, 4.7))
        const note = line.notes && !line.doneAt ? 0.7 + 1.5 * rows(line.notes, 1.25, 4.7) : 0
        const guest = line.guestName && !line.doneAt ? 0.25 + 1.25 * rows(line.guestName, 1, 6) : 0
        const options = line.doneAt ? 0 : 1.75 * line.options.length
        return dish + options + guest + note + (takenOff > 0 ? 8 : 0)
      }),
    ),
    foot: toCook.length === 0 ? 0 : height('foot', () => 4.8),
    continuation: height('next', () => 2.6),
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

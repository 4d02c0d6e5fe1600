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

/** A card, or the part of it in one column. */
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

/** The height of a column, and the gap between two cards, in pixels. */
export interface Room {
  height: number
  gap: number
}

/** A card is broken only where this many of its lines fit below the card before it, */
const MIN_LINES = 2
/** or one, where otherwise more than this part of the column would be empty. */
const TOO_EMPTY = 1 / 2

/**
 * Places cards as a newspaper does: downwards, then in the next column. A card that does not fit below the one before it
 * is broken where enough of its lines do; it goes on at the top of the next column. Each fragment has at least one line.
 * No card that fits in a column is broken while all are in sight without that.
 * @param inSight how many columns are
 */
export function layOut(blocks: readonly Block[], room: Room, inSight: number): CardFragment[] {
  const unbroken = place(blocks, room, true)
  return (unbroken.at(-1)?.column ?? 0) < inSight ? unbroken : place(blocks, room, false)
}

/** @param keepsWhole whether a card that fits in a column is never broken */
function place(blocks: readonly Block[], { height, gap }: Room, keepsWhole: boolean): CardFragment[] {
  const fragments: CardFragment[] = []
  let column = 0
  let bottom = 0
  for (const { id, head, repeatedHead, lines, foot, continuation } of blocks) {
    let from = 0
    let index = 0
    const heightTo = (to: number) =>
      (index === 0 ? head : repeatedHead) + lines.slice(from, to).reduce((sum, line) => sum + line, 0)
    const mayBreak = !keepsWhole || heightTo(lines.length) + foot > height
    for (;;) {
      const top = bottom > 0 ? bottom + gap : 0
      const room = height - top
      const isLast = heightTo(lines.length) + foot <= room || (top === 0 && lines.length - from <= 1)
      let to = isLast ? lines.length : from
      // The last line stays with the foot.
      while (!isLast && to < lines.length - 1 && heightTo(to + 1) + continuation <= room) to += 1
      const enough = room > height * TOO_EMPTY ? 1 : MIN_LINES
      if (!isLast && top > 0 && (to - from < enough || !mayBreak)) {
        column += 1
        bottom = 0
        continue
      }
      if (!isLast) to = Math.max(to, from + 1)
      const needed = heightTo(to) + (isLast ? foot : continuation)
      fragments.push({ id, index, column, top, height: needed, from, to, isLast })
      bottom = top + needed
      if (isLast) break
      from = to
      index += 1
      column += 1
      bottom = 0
    }
  }
  return fragments
}

interface Widths {
  columns: number
  column: number
  /** 0 where there is no room for the dishes to make beside the cards. */
  sidebar: number
}

/** The width of a card at which the longest names still read well, and those of the sidebar. */
const MIN_COLUMN = 248
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

/**
 * How many rows of a list are shown, none of them cut: all, or those that leave room for the button to the others.
 * @param bottoms where each row ends
 */
export function wholeRows(bottoms: readonly number[], room: number, button: number): number {
  const isWhole = (bottoms.at(-1) ?? 0) <= room
  return isWhole ? bottoms.length : bottoms.filter((bottom) => bottom <= room - button).length
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
        const note = line.notes && !line.doneAt ? 1.1 + 1.5 * rows(line.notes, 1.25, 6.1) : 0
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

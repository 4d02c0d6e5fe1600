/** The heights of what one card consists of, in pixels. */
export interface Block {
  id: number
  head: number
  /** Its head again, on each piece after the first. */
  headAgain: number
  lines: readonly number[]
  foot: number
  /** The words that say that it continues in the next column. */
  goesOn: number
}

/** A card or, if it is taller than a column, a part of it. */
export interface Piece {
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

export interface Room {
  height: number
  gap: number
}

/**
 * Places cards as a newspaper does: downwards, then in the next column. A card is broken only if it is taller than a
 * column; it then begins at the top of one, and each piece has at least one line.
 */
export function layOut(blocks: readonly Block[], { height, gap }: Room): Piece[] {
  const pieces: Piece[] = []
  let column = 0
  let bottom = 0
  for (const block of blocks) {
    for (const { needed, ...piece } of piecesOf(block, height)) {
      if (bottom > 0 && (piece.index > 0 || bottom + gap + needed > height)) {
        column += 1
        bottom = 0
      }
      const top = bottom > 0 ? bottom + gap : 0
      pieces.push({ ...piece, column, top, height: needed })
      bottom = top + needed
    }
  }
  return pieces
}

type Unplaced = Omit<Piece, 'column' | 'top' | 'height'> & { needed: number }

function piecesOf({ id, head, headAgain, lines, foot, goesOn }: Block, height: number): Unplaced[] {
  const sum = (from: number, to: number) => lines.slice(from, to).reduce((total, line) => total + line, 0)
  const pieces: Unplaced[] = []
  let from = 0
  for (;;) {
    const top = pieces.length === 0 ? head : headAgain
    const whole = top + sum(from, lines.length) + foot
    if (whole <= height || lines.length - from <= 1) {
      return [...pieces, { id, index: pieces.length, from, to: lines.length, isLast: true, needed: whole }]
    }
    let to = from + 1
    // The last line stays with the foot.
    while (to < lines.length - 1 && top + sum(from, to + 1) + goesOn <= height) to += 1
    pieces.push({ id, index: pieces.length, from, to, isLast: false, needed: top + sum(from, to) + goesOn })
    from = to
  }
}

/** How wide everything is, in pixels. */
export interface Widths {
  columns: number
  column: number
  /** 0 where there is no room for the dishes to make beside the cards. */
  rail: number
}

/** The width of a card at which the longest names still read well, and those of the rail. */
const MIN_COLUMN = 256
const RAIL = { min: 196, max: 240 }

/**
 * Divides the width of the screen. On a narrow screen the rail shrinks first, then there is one column less
 * (docs/product/kitchen.md#kitchen-sizes).
 * @param width of all columns and the rail together
 * @param gap between two of them
 * @param scale by how much everything is larger than on a tablet
 */
export function divide(width: number, gap: number, scale: number): Widths {
  const min = MIN_COLUMN * scale
  const besides = width - RAIL.min * scale
  const withRail = Math.floor(besides / (min + gap))
  if (withRail < 1) return { columns: 1, column: width, rail: 0 }
  const rail = Math.floor(Math.min(RAIL.max * scale, width - withRail * (min + gap)))
  return { columns: withRail, rail, column: Math.floor((width - rail - withRail * gap) / withRail) }
}

import { oneLine } from '../text.ts'
import type { PrinterColumns } from './printers.ts'

/** Characters of the small or normal size in a line (docs/product/tickets-and-receipts.md#receipts-width). */
export const PAPER_COLUMNS = 32

let columns: PrinterColumns = PAPER_COLUMNS

/** Lays out a document on paper of another width. @param lay must be synchronous: the next document may differ */
export function inColumns(width: PrinterColumns, lay: () => PrintedRow[]): PrintedRow[] {
  const before = columns
  columns = width
  try {
    return lay()
  } finally {
    columns = before
  }
}

/** The printer's three sizes, in the order of its numbers: 0, 1, 2. */
export const LINE_SIZES = ['small', 'normal', 'large'] as const
export type LineSize = (typeof LINE_SIZES)[number]

/** One line of a document, for every way of printing. */
export interface PrintedRow {
  text: string
  size: LineSize
  /** White on black, where the printer can. */
  isInverted?: true
}

/** How many columns fit in a line: a large character is as wide as two normal ones. */
export function roomFor(size: LineSize): number {
  return size === 'large' ? columns / 2 : columns
}

/** How long the paper of some rows is, in lines of the normal size: a large one is as high as two. */
export function heightOf(rows: readonly PrintedRow[]): number {
  return rows.reduce((sum, { size }) => sum + (size === 'large' ? 2 : 1), 0)
}

/** How many columns a text takes: one for each character that a person sees, two for a wide one (Chinese, an emoji). */
export function widthInColumns(text: string): number {
  return graphemes(text).reduce((sum, grapheme) => sum + widthOf(grapheme), 0)
}

/** The beginning of a text, cut to fit between characters. */
export function cutToWidth(text: string, columns: number): string {
  return piecesOf(oneLine(withoutControls(text)), columns)[0] ?? ''
}

/** A text wrapped to lines between words; a longer word continues in the next line. */
export function wrapText(text: string, columns: number): string[] {
  return withoutControls(text)
    .split('\n')
    .flatMap((paragraph) => wrappedWords(paragraph, columns))
}

/** A text wrapped to centred lines of a size. */
export function centred(text: string, size: LineSize = 'normal'): PrintedRow[] {
  const room = roomFor(size)
  return wrapText(text, room).map((line) => ({
    text: ' '.repeat(Math.floor((room - widthInColumns(line)) / 2)) + line,
    size,
  }))
}

/** A text, whose line ends are spaces, wrapped after a mark, such as `2 x `, with a hanging indent of its width. */
export function indented(mark: string, text: string, size: LineSize = 'normal'): PrintedRow[] {
  return wrapText(oneLine(text), roomFor(size) - widthInColumns(mark)).map((line, index) => ({
    text: (index === 0 ? mark : ' '.repeat(widthInColumns(mark))) + line,
    size,
  }))
}

/** One text at the left and one at the right of a line, wrapped if they are too long; their line ends are spaces. */
export function leftAndRight(left: string, right: string, size: LineSize = 'normal'): PrintedRow[] {
  const room = roomFor(size)
  const [lefts = [], rights = []] = [left, right].map((text) => wrapText(oneLine(text), room))
  const last = lefts.at(-1) ?? ''
  const first = rights[0] ?? ''
  const lines =
    widthInColumns(last) + 1 + widthInColumns(first) <= room
      ? [...lefts.slice(0, -1), last + alignRight(first, room - widthInColumns(last)), ...rights.slice(1).map(toRight)]
      : [...lefts, ...rights.map(toRight)]
  return lines.map((text) => ({ text, size }))

  function toRight(line: string): string {
    return alignRight(line, room)
  }
}

/** A text aligned to the right of a number of columns, by spaces. */
export function alignRight(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - widthInColumns(text))) + text
}

export function line(text: string, size: LineSize = 'normal'): PrintedRow {
  return { text, size }
}

/** A dashed line over the whole width. */
export const rule = (): PrintedRow => line('-'.repeat(columns))
export const BLANK: PrintedRow = line('')
/** The row between two documents that are printed together: a printer cuts here, or prints it. */
export const CUT: PrintedRow = line('- '.repeat(PAPER_COLUMNS / 2).trim())

/** Several documents as one, each on a paper of its own. */
export function cutBetween(documents: readonly (readonly PrintedRow[])[]): PrintedRow[] {
  return documents.flatMap((document, i) => (i === 0 ? document : [CUT, ...document]))
}

/** Letters of Romania that code pages have only with a cedilla, and an arrow, which they lack. */
const CODE_PAGE_LETTERS: Record<string, string> = { ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ', '→': '->' }

/** A text in the nearest letters of the code pages of printers. */
export function forCodePage(text: string): string {
  return text.replace(/[șțȘȚ→]/g, (letter) => CODE_PAGE_LETTERS[letter] ?? letter)
}

const segmenter = new Intl.Segmenter('ro', { granularity: 'grapheme' })
const WIDE =
  /\p{Emoji_Presentation}|\uFE0F|[\p{scx=Han}\p{scx=Hangul}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]/u

/** The characters of a text as a person sees them. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** How many columns one of them takes. */
export function widthOf(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : 1
}

/** Replaces control characters and bidirectional controls, which a printer would obey, with spaces; line ends stay. */
function withoutControls(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?!\n)[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, ' ')
}

function wrappedWords(paragraph: string, columns: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of paragraph.split(/\s+/).filter(Boolean)) {
    if (current && widthInColumns(current) + 1 + widthInColumns(word) <= columns) {
      current += ` ${word}`
      continue
    }
    if (current) lines.push(current)
    const pieces = piecesOf(word, columns)
    lines.push(...pieces.slice(0, -1))
    current = pieces.at(-1) ?? ''
  }
  return current ? [...lines, current] : lines
}

/** A text cut into pieces that fit. */
function piecesOf(text: string, columns: number): string[] {
  const pieces: string[] = []
  let current = ''
  let width = 0
  for (const grapheme of graphemes(text)) {
    const more = widthOf(grapheme)
    if (current && width + more > columns) {
      pieces.push(current)
      current = ''
      width = 0
    }
    current += grapheme
    width += more
  }
  return current ? [...pieces, current] : pieces
}

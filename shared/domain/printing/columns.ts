/** How many characters of the small or normal size stand in a line of paper (docs/product.md#receipts-width). */
export const PAPER_COLUMNS = 32

/** The printer's three sizes, in the order of its numbers: 0, 1, 2. */
export const LINE_SIZES = ['small', 'normal', 'large'] as const
export type LineSize = (typeof LINE_SIZES)[number]

/** One line of a document, as every way of printing takes it. */
export interface DocumentLine {
  text: string
  size: LineSize
}

/** How many columns a line has room for: a large character is as wide as two normal ones. */
export function roomFor(size: LineSize): number {
  return size === 'large' ? PAPER_COLUMNS / 2 : PAPER_COLUMNS
}

/** How many columns a text takes: one for each character that a person sees, two for a wide one (Chinese, an emoji). */
export function columnsOf(text: string): number {
  return graphemes(text).reduce((sum, grapheme) => sum + widthOf(grapheme), 0)
}

/** As much of the beginning of a text as fits, without half a character. */
export function cutTo(text: string, columns: number): string {
  return piecesOf(oneLine(text), columns)[0] ?? ''
}

/** A text in lines that fit, broken between words; a word that is longer than a line goes on in the next. */
export function wrapped(text: string, columns: number): string[] {
  return withoutControls(text)
    .split('\n')
    .flatMap((paragraph) => wrappedWords(paragraph, columns))
}

/** A text in lines of a size, each in the middle of the paper. */
export function centred(text: string, size: LineSize = 'normal'): DocumentLine[] {
  const room = roomFor(size)
  return wrapped(text, room).map((line) => ({
    text: ' '.repeat(Math.floor((room - columnsOf(line)) / 2)) + line,
    size,
  }))
}

/** A text in lines that begin with a mark or a space; the lines after the first begin below its first word. */
export function indented(mark: string, text: string, size: LineSize = 'normal'): DocumentLine[] {
  return wrapped(text, roomFor(size) - columnsOf(mark)).map((line, index) => ({
    text: (index === 0 ? mark : ' '.repeat(columnsOf(mark))) + line,
    size,
  }))
}

/** One text at the left and one at the right end of a line; of lines, where the left one is too long. */
export function leftAndRight(left: string, right: string, size: LineSize = 'normal'): DocumentLine[] {
  const room = roomFor(size)
  const lefts = wrapped(left, room)
  const rights = wrapped(right, room)
  const last = lefts.at(-1) ?? ''
  const first = rights[0] ?? ''
  const lines =
    columnsOf(last) + 1 + columnsOf(first) <= room
      ? [...lefts.slice(0, -1), last + atRight(first, room - columnsOf(last)), ...rights.slice(1).map(toRight)]
      : [...lefts, ...rights.map(toRight)]
  return lines.map((text) => ({ text, size }))

  function toRight(line: string): string {
    return atRight(line, room)
  }
}

/** A text behind as many spaces as put it at the right end of a number of columns. */
export function atRight(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - columnsOf(text))) + text
}

export function line(text: string, size: LineSize = 'normal'): DocumentLine {
  return { text, size }
}

export const RULE: DocumentLine = line('-'.repeat(PAPER_COLUMNS))
export const BLANK: DocumentLine = line('')

const segmenter = new Intl.Segmenter('ro', { granularity: 'grapheme' })
const WIDE =
  /\p{Emoji_Presentation}|\uFE0F|[\p{scx=Han}\p{scx=Hangul}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]/u

function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

function widthOf(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : 1
}

/** What a printer would obey (an escape) or turn around (marks of direction) becomes a space; ends of lines stay. */
function withoutControls(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?!\n)[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, ' ')
}

function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim()
}

function wrappedWords(paragraph: string, columns: number): string[] {
  const lines: string[] = []
  let open = ''
  for (const word of paragraph.split(/\s+/).filter(Boolean)) {
    if (open && columnsOf(open) + 1 + columnsOf(word) <= columns) {
      open += ` ${word}`
      continue
    }
    if (open) lines.push(open)
    const pieces = piecesOf(word, columns)
    lines.push(...pieces.slice(0, -1))
    open = pieces.at(-1) ?? ''
  }
  return open ? [...lines, open] : lines
}

/** A text in pieces, each as long as fits. */
function piecesOf(text: string, columns: number): string[] {
  const pieces: string[] = []
  let open = ''
  let width = 0
  for (const grapheme of graphemes(text)) {
    const more = widthOf(grapheme)
    if (open && width + more > columns) {
      pieces.push(open)
      open = ''
      width = 0
    }
    open += grapheme
    width += more
  }
  return open ? [...pieces, open] : pieces
}

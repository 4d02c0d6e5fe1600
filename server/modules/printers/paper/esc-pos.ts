import CodepageEncoder from '@point-of-sale/codepage-encoder'
import { CUT, forCodePage, type PrintedRow } from '#shared/domain/printing/columns.ts'
import type { PrinterColumns, PrinterMode } from '#shared/domain/printing/printers.ts'
import { type Drawing, draw } from './drawing.ts'

const ESC = 0x1b
const GS = 0x1d
const RESET = [ESC, 0x40]
/** Feeds the last line past the knife, and cuts; printers without one only feed. */
const CUT_PAPER = [GS, 0x56, 0x42, 0x00]
/** The page with most of Romania's letters; before it, the mode in which two bytes are one Chinese letter ends. */
const CODE_PAGE = 'cp852'
const SELECT_CODE_PAGE = [0x1c, 0x2e, ESC, 0x74, 18]
/** Printers hold a picture in memory before they print it: a small one has room for this many rows of dots. */
const STRIP = 240

/** A document as ESC/POS: drawn in strips, or as letters; cut at its end and between its papers. */
export async function escPos(rows: readonly PrintedRow[], columns: PrinterColumns, mode: PrinterMode): Promise<Buffer> {
  const parts: Uint8Array[] = [Buffer.from(RESET)]
  for (const paper of papersOf(rows)) {
    parts.push(...(mode === 'image' ? strips(await draw(paper, columns)) : letters(paper)), Buffer.from(CUT_PAPER))
  }
  return Buffer.concat(parts)
}

function papersOf(rows: readonly PrintedRow[]): PrintedRow[][] {
  const papers: PrintedRow[][] = [[]]
  for (const row of rows) {
    if (row === CUT) papers.push([])
    else papers.at(-1)?.push(row)
  }
  return papers.filter((paper) => paper.length > 0)
}

/** A drawing in strips, each as `GS v 0`. */
function strips({ width, height, bits }: Drawing): Buffer[] {
  const bytes = width / 8
  const parts: Buffer[] = []
  for (let y = 0; y < height; y += STRIP) {
    const rows = Math.min(STRIP, height - y)
    parts.push(Buffer.from([GS, 0x76, 0x30, 0, bytes & 255, bytes >> 8, rows & 255, rows >> 8]))
    parts.push(bits.subarray(y * bytes, (y + rows) * bytes))
  }
  return parts
}

function letters(rows: readonly PrintedRow[]): Uint8Array[] {
  const lines = rows.flatMap(({ text, size, isInverted }) => [
    Buffer.from([GS, 0x21, size === 'large' ? 0x11 : 0, GS, 0x42, isInverted ? 1 : 0]),
    CodepageEncoder.encode(folded(text, isOnPage), CODE_PAGE),
    Buffer.from('\n'),
  ])
  return [Buffer.from(SELECT_CODE_PAGE), ...lines]
}

/** A document as lines of ASCII. */
export function plainText(rows: readonly PrintedRow[]): string {
  return rows.map(({ text }) => `${folded(text, (letter) => /^[ -~]$/.test(letter))}\n`).join('')
}

/** A line in letters that the printer knows. Where one became several, spaces make room, so that sums stay at the right. */
function folded(text: string, isKnown: (letter: string) => boolean): string {
  const plain = Array.from(forCodePage(text.normalize()), (letter) => nearest(letter, isKnown)).join('')
  const surplus = plain.length - Array.from(text.normalize()).length
  return plain.replace(
    /( +)(\S+)$/,
    (_, gap: string, last: string) => gap.slice(Math.min(surplus, gap.length - 1)) + last,
  )
}

/** What a printer lacks and no letter resembles. */
const OTHERS: Record<string, string> = {
  '€': 'EUR',
  '·': '-',
  '–': '-',
  '—': '-',
  '’': "'",
  '„': '"',
  '”': '"',
  '“': '"',
}

function nearest(letter: string, isKnown: (letter: string) => boolean): string {
  if (isKnown(letter)) return letter
  const plain = OTHERS[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '')
  return Array.from(plain).every(isKnown) ? plain : '?'
}

/** Arrows and the like stand where control characters are, which a printer would obey. */
function isOnPage(letter: string): boolean {
  const [byte = 0] = CodepageEncoder.encode(letter, CODE_PAGE)
  return letter === '?' || (byte >= 0x20 && byte !== 0x3f)
}

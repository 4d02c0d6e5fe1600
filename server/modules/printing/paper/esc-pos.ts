import CodepageEncoder from '@point-of-sale/codepage-encoder'
import { CUT, forCodePage, type PrintedRow } from '#shared/domain/printing/columns.ts'
import { plainFractions } from '#shared/domain/text.ts'
import type { PrinterRow } from '../repo.ts'
import { type Drawing, draw, widthInBytes } from './drawing.ts'

/** The paper format of a printer. Rows must be laid out for its columns (`inColumns`). */
export type Paper = Pick<PrinterRow, 'columns' | 'mode'>

const ESC = 0x1b
const GS = 0x1d
const RESET = [ESC, 0x40]
/** Feeds the last line past the knife, and cuts; printers without a knife only feed. */
const CUT_PAPER = [GS, 0x56, 0x42, 0x00]
/** Ends the mode of two-byte Chinese letters, and selects the code page with most of Romania's letters. */
const CODE_PAGE = 'cp852'
const SELECT_CODE_PAGE = [0x1c, 0x2e, ESC, 0x74, 18]
/** A printer stores a picture in memory before it prints it; a small memory has room for this many rows of dots. */
const STRIP = 240
const STRIP_HEADER_BYTES = 8

/** Completes any strip that broke off, on the widest paper: white rows within a picture, nothing between commands. */
export const REST_OF_PICTURE = Buffer.alloc(STRIP_HEADER_BYTES + STRIP * widthInBytes(48))

/** Encodes a document as ESC/POS, drawn in strips or as letters; it is cut at its end and between its papers. */
export async function escPos(rows: readonly PrintedRow[], { columns, mode }: Paper): Promise<Buffer> {
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

/** Encodes a drawing in strips, each as `GS v 0`. */
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

/** Encodes a document as lines of ASCII. */
export function plainText(rows: readonly PrintedRow[]): string {
  return rows.map(({ text }) => `${folded(text, (letter) => /^[ -~]$/.test(letter))}\n`).join('')
}

/** Replaces letters that the printer lacks. If one becomes several, spaces go, so that sums stay on the right. */
function folded(text: string, isKnown: (letter: string) => boolean): string {
  const plain = Array.from(forCodePage(plainFractions(text.normalize())), (letter) => nearest(letter, isKnown)).join('')
  const surplus = plain.length - Array.from(text.normalize()).length
  return plain.replace(
    /( +)(\S+)$/,
    (_, gap: string, last: string) => gap.slice(Math.min(surplus, gap.length - 1)) + last,
  )
}

/** Replacements for characters that a printer lacks and that no letter resembles. */
const OTHERS: Record<string, string> = {
  '€': 'EUR',
  ...{ '·': '-', '–': '-', '—': '-', '’': "'", '„': '"', '”': '"', '“': '"' },
}

function nearest(letter: string, isKnown: (letter: string) => boolean): string {
  if (isKnown(letter)) return letter
  const plain = OTHERS[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '')
  return Array.from(plain).every(isKnown) ? plain : '?'
}

/** Arrows and similar characters have the codes of control characters, which a printer would execute. */
function isOnPage(letter: string): boolean {
  const [byte = 0] = CodepageEncoder.encode(letter, CODE_PAGE)
  return letter === '?' || (byte >= 0x20 && byte !== 0x3f)
}

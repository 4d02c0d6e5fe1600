import { DICTIONARIES } from '#server/platform/language.ts'
import type { Language } from '#shared/domain/language.ts'
import { inColumns, type PrintedRow } from '#shared/domain/printing/columns.ts'
import type { PrinterColumns, PrinterMode } from '#shared/domain/printing/printers.ts'
import { testPageRows } from '#shared/domain/printing/test-page.ts'
import { draw, pngOf } from './drawing.ts'
import { escPos, plainText } from './esc-pos.ts'

/** How a printer wants its paper. Rows must be laid out for its columns (`inColumns`). */
export interface Paper {
  columns: PrinterColumns
  mode: PrinterMode
}

/**
 * The bytes of a document for an ESC/POS printer, without any question about its state. What `CUT` rows separate comes on
 * papers of its own.
 */
export function encode(rows: readonly PrintedRow[], { columns, mode }: Paper): Promise<Buffer> {
  return escPos(rows, columns, mode)
}

/** The type of what a printer that asks by itself gets; it cuts after each document. */
export const starType = ({ mode }: Pick<Paper, 'mode'>) => (mode === 'image' ? 'image/png' : 'text/plain')

/** A document for a printer that asks by itself, as its `starType`; as text in the letters that every printer has. */
export async function encodeForStar(rows: readonly PrintedRow[], { columns, mode }: Paper): Promise<Buffer> {
  return mode === 'image' ? pngOf(await draw(rows, columns)) : Buffer.from(plainText(rows))
}

/** The rows of a test page. @param number to be read back */
export function testPage(printer: { name: string } & Paper, number: number, language: Language): PrintedRow[] {
  return inColumns(printer.columns, () => testPageRows(printer.name, String(number), DICTIONARIES[language].testPage))
}

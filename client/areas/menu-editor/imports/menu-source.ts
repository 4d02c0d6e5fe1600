import type { CsvColumn, MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { importMenu } from '#shared/contracts/menu/menu-imports.ts'
import { uploadFile } from '../../../lib/api/upload.ts'
import type { SendOptions } from './previewed-change.ts'

export const IMPORT_SOURCES = ['file', 'list'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

/** The menu to import: a CSV file or the text of a price list, and what the owner said about it. */
export interface MenuSource {
  file?: File
  textList?: string
  /** Whether rows with an id that no dish has are imported as new dishes. */
  takesUnknownIds?: boolean
  /** What whole prices of the file are. */
  prices?: 'major' | 'minor'
  /** The columns of headings that the server does not know; null leaves them out. */
  columns?: Record<string, CsvColumn | null>
  /** The lines of new dishes that are marked as 18+. */
  adultsOnly?: number[]
}

/** Sends a menu to be imported, or requests its preview. */
export function sendMenu(source: MenuSource, { dryRun, menu, signal, onProgress }: SendOptions): Promise<MenuOutcome> {
  const { file, textList, takesUnknownIds, prices, columns, adultsOnly } = source
  return uploadFile(importMenu, {
    query: {
      dryRun: dryRun ? 'true' : undefined,
      menu,
      unknownIds: takesUnknownIds ? 'new' : undefined,
      prices,
      columns: columns && JSON.stringify(columns),
    },
    fields: { textList, adultsOnly: adultsOnly?.join(',') },
    file,
    signal,
    onProgress,
  })
}

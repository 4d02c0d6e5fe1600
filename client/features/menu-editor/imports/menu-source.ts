import type { MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { importMenu } from '#shared/contracts/menu/menu-imports.ts'
import { uploadFile } from '../../../lib/api/upload.ts'
import type { SendOptions } from './previewed-change.ts'

export const IMPORT_SOURCES = ['file', 'list'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

/** The menu to import: a CSV file or the text of a price list. */
export interface MenuSource {
  file?: File
  textList?: string
  /** Whether rows with an id that no dish has are imported as new dishes. */
  takesUnknownIds?: boolean
}

/** Sends a menu to be imported, or requests its preview. */
export function sendMenu(source: MenuSource, { dryRun, menu, signal, onProgress }: SendOptions): Promise<MenuOutcome> {
  const { file, textList, takesUnknownIds } = source
  return uploadFile(importMenu, {
    query: { dryRun: dryRun ? 'true' : undefined, menu, unknownIds: takesUnknownIds ? 'new' : undefined },
    fields: { textList },
    file,
    signal,
    onProgress,
  })
}

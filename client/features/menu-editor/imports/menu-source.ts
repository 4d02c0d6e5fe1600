import type { MenuOutcome } from '#shared/contracts/menu-imports.ts'
import { importMenu } from '#shared/contracts/menu-imports.ts'
import { uploadFile } from '../../../lib/api/upload.ts'
import type { Sending } from './previewed-change.ts'

export const IMPORT_WAYS = ['file', 'list'] as const
export type ImportWay = (typeof IMPORT_WAYS)[number]

/** A menu to be brought in: a CSV file, or a price list as text. */
export interface MenuSource {
  file?: File
  textList?: string
  /** Rows whose ids no dish has are taken as new dishes. */
  takesUnknownIds?: boolean
}

/** Sends a menu to be previewed or imported. */
export function sendMenu(source: MenuSource, { dryRun, menu, signal, onProgress }: Sending): Promise<MenuOutcome> {
  const { file, textList, takesUnknownIds } = source
  return uploadFile(importMenu, {
    query: { dryRun: dryRun ? 'true' : undefined, menu, unknownIds: takesUnknownIds ? 'new' : undefined },
    fields: { textList },
    file,
    signal,
    onProgress,
  })
}

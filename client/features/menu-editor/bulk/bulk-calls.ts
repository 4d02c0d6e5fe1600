import { type BulkChange, changeDishes } from '#shared/contracts/menu-editing.ts'
import type { MenuOutcome } from '#shared/contracts/menu-imports.ts'
import { callApi } from '../../../lib/api/api.ts'
import type { Sending } from '../imports/previewed-change.ts'

/** Thousands of dishes take the server longer than one. */
const BULK_WITHIN_MS = 60_000

export interface DishesChange {
  ids: number[]
  change: BulkChange
}

/** Sends a change of several dishes, to be previewed or done. */
export function sendChange({ ids, change }: DishesChange, { dryRun, menu, signal }: Sending): Promise<MenuOutcome> {
  return callApi(changeDishes, { body: { ids, change, dryRun, menu }, signal, timeout: BULK_WITHIN_MS })
}

import type { Database, Reader } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { translator } from '#server/platform/language.ts'
import type { MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import type { Language } from '#shared/domain/language.ts'
import { deleteDishes } from '../dish-repo.ts'
import { detachFromOrders } from '../dishes.ts'
import { changeMenu } from '../lock.ts'
import { countMenuDishes, deleteStoredImport, readMenuText, readNames } from './repo.ts'
import { NO_QUESTION } from './requests/price-question.ts'

type DeletionOutcome = MenuOutcome & Required<Pick<MenuOutcome, 'deleted'>>

export interface DeletionInput {
  ids: readonly number[]
  isPreview: boolean
  /** The mark of the menu that the caller previewed; undefined to skip the comparison. */
  previewedMark: string | undefined
  owner: Viewer
  language: Language
  now: Date
}

/**
 * Deletes several dishes, all or none (docs/product/menu.md#menu-bulk); what somebody else deletes at the same moment is
 * deleted too. It cannot be undone, and no earlier import can be undone afterwards.
 * @throws AppError `menu_changed`; `dishes_not_found` with the ids that no dish has
 */
export async function deleteSeveral(db: Database, deletion: DeletionInput): Promise<DeletionOutcome> {
  const { isPreview, owner, language, now } = deletion
  const preview = await outcomeOf(db, deletion)
  refuseUnknown(deletion, preview)
  if (isPreview) return preview
  const t = translator(language)
  await detachFromOrders(db, deletion.ids)
  return changeMenu(db, async (tx) => {
    const outcome = await outcomeOf(tx, deletion)
    await deleteDishes(
      tx,
      outcome.deleted.map(({ id }) => id),
    )
    await deleteStoredImport(tx)
    const count = outcome.deleted.length
    await noteInJournal(tx, owner, 'menu_bulk', { what: 'delete', count }, now)
    return { ...outcome, message: t('menuCsv.deleted', { count }) }
  })
}

function refuseUnknown({ ids }: DeletionInput, { deleted }: DeletionOutcome): void {
  const known = new Set(deleted.map(({ id }) => id))
  const unknown = [...new Set(ids)].filter((id) => !known.has(id))
  if (unknown.length === 0) return
  throw new AppError('dishes_not_found', { unavailable: unknown.map((menuItemId) => ({ menuItemId })) })
}

async function outcomeOf(db: Reader, { ids, previewedMark }: DeletionInput): Promise<DeletionOutcome> {
  const { mark } = await readMenuText(db)
  if (previewedMark !== undefined && previewedMark !== mark) throw new AppError('menu_changed')
  const deleted = await readNames(db, ids)
  const left = (await countMenuDishes(db)) - deleted.length
  const nothing = { added: 0, additions: [], changed: [], cleared: 0, bad: [], unknownIds: 0 }
  const nothingOdd = { newCategories: [], oddPrices: [], adultsOnly: [], ...NO_QUESTION }
  return { ...nothing, ...nothingOdd, deleted, left, menu: mark }
}

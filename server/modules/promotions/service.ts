import { type Database, inLocked, lock, type Tx } from '#server/db/index.ts'
import { addUploadedPicture } from '#server/modules/pictures/index.ts'
import { AppError, issuesError, required } from '#server/platform/app-error.ts'
import { differing } from '#server/platform/change.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import { type Attempt, respondOnce } from '#server/platform/idempotency.ts'
import { moveInList } from '#server/platform/list-position.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { ResponseInput } from '#shared/contracts/base/endpoint.ts'
import type { Move } from '#shared/contracts/base/lists.ts'
import type { createPromotion, PromotionChange, PromotionInput } from '#shared/contracts/promotion-editing.ts'
import { localDayOf } from '#shared/domain/time/local-time.ts'
import { isShown, type PromotionTimes, windowIssues } from '#shared/domain/time/promotion-window.ts'
import type { PromotionRow } from './repo.ts'
import * as repo from './repo.ts'

/* Reading promotions, and editing them as an owner (docs/product/promotions.md#promotions-edit). */

/** Returns the promotions that guests see at a moment. @param timeZone the restaurant's time zone */
export async function shownPromotions(db: Database, now: Date, timeZone: string): Promise<PromotionRow[]> {
  return (await repo.listPromotions(db)).filter((one) => isShown(one, now, timeZone))
}

interface EditContext {
  db: Database
  pictures: PictureStore
  timeZone: string
  now: Date
}

interface NewPromotion {
  input: PromotionInput
  file: UploadedFile | undefined
  attemptOf: (input: PromotionInput) => Attempt<ResponseInput<typeof createPromotion>>
}

export async function addPromotion(context: EditContext, { input, file, attemptOf }: NewPromotion): Promise<string> {
  const { db, now } = context
  const fields = { ...input, ...daysOf(input, context.timeZone) }
  requireValidWindow(fields)
  const values = { ...fields, ...(await pictureOf(context, file)) }
  const attempt = attemptOf(values)
  return respondOnce(db, { attempt, now }, async (tx) => {
    await lock(tx, 'promotions')
    const row = await repo.insertPromotion(tx, values, now)
    await announceArea(tx, 'promotions')
    return row
  })
}

interface PromotionEdit {
  id: number
  change: (promotion: PromotionRow) => PromotionChange
  file?: UploadedFile | undefined
}

/** Changes a promotion. The changed promotion as a whole is validated; without a difference nothing is written. */
export async function editPromotion(context: EditContext, { id, change, file }: PromotionEdit): Promise<PromotionRow> {
  const { db, timeZone, now } = context
  // Checked before the picture is processed; the promotion may still be deleted meanwhile.
  if (file && !(await repo.findPromotion(db, id))) throw new AppError('not_found')
  const picture = await pictureOf(context, file)
  return inLocked(db, 'promotions', async (tx) => {
    const before = await lockedPromotion(tx, id)
    const requested = change(before)
    const after = { ...before, ...requested, ...daysOf({ ...before, ...requested }, timeZone), ...picture }
    requireValidWindow(after)
    const changed = differing(before, after)
    if (!changed) return before
    await announceArea(tx, 'promotions')
    return repo.updatePromotion(tx, id, { ...changed, updatedAt: now })
  })
}

/** Moves a promotion. @returns the whole list */
export function reorderPromotion(db: Database, id: number, move: Move): Promise<PromotionRow[]> {
  return inLocked(db, 'promotions', async (tx) => {
    const { order } = await lockedPromotion(tx, id)
    const moved = await moveInList(tx, repo.PROMOTION_ROWS, id, move)
    if (moved[order - 1]?.id !== id) await announceArea(tx, 'promotions')
    return repo.listPromotions(tx)
  })
}

export async function removePromotion(db: Database, id: number): Promise<void> {
  await inLocked(db, 'promotions', async (tx) => {
    await lockedPromotion(tx, id)
    await repo.deletePromotionRow(tx, id)
    await announceArea(tx, 'promotions')
  })
}

async function lockedPromotion(tx: Tx, id: number): Promise<PromotionRow> {
  return required(await repo.findPromotion(tx, id))
}

async function pictureOf({ db, pictures, now }: EditContext, file: UploadedFile | undefined) {
  if (!file) return {}
  return { imageUrl: await addUploadedPicture(db, pictures, { file, now }) }
}

function daysOf({ startDate, endDate }: Pick<PromotionTimes, 'startDate' | 'endDate'>, timeZone: string) {
  return { startDate: localDayOf(startDate, timeZone), endDate: localDayOf(endDate, timeZone) }
}

function requireValidWindow(times: PromotionTimes): void {
  const issues = windowIssues(times)
  if (issues.length > 0) throw issuesError(issues)
}

import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { takePicture } from '#server/modules/pictures/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { PictureStore } from '#server/platform/files/index.ts'
import type { UploadedFile } from '#server/platform/http/multipart.ts'
import { type Attempt, storeAnswer, storedAnswer } from '#server/platform/idempotency.ts'
import { InputError } from '#server/platform/input-error.ts'
import { positionAfter } from '#server/platform/list-position.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { Move } from '#shared/contracts/lists.ts'
import type { PromotionChange, PromotionInput } from '#shared/contracts/promotion-editing.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { dayMeant } from '#shared/domain/local-time.ts'
import { type PromotionTimes, windowIssues } from '#shared/domain/promotion-window.ts'
import {
  countPromotions,
  dropPromotion,
  insertPromotion,
  lockPromotions,
  type PromotionRow,
  placePromotion,
  promotionById,
  readAll,
  updatePromotion,
} from './repo.ts'
import { promotionView } from './view.ts'

/*
 * What an owner does with promotions (docs/product.md#promotions-edit).
 */

/** Where and when a change happens. */
interface Around {
  db: Database
  pictures: PictureStore
  /** The restaurant's. */
  timeZone: string
  now: Date
}

interface Adding {
  input: PromotionInput
  file: UploadedFile | undefined
  attemptOf: (input: PromotionInput) => Attempt | undefined
}

/**
 * @returns the body of the 201: the stored one, if this attempt was answered before
 * @throws InputError for days in the wrong order, and what `takePicture` throws
 */
export async function addPromotion(around: Around, { input, file, attemptOf }: Adding): Promise<string> {
  const { db, now } = around
  const words = { ...input, ...daysOf(input, around.timeZone) }
  requireTimes(words)
  const values = { ...words, ...(await pictureOf(around, file)) }
  const attempt = attemptOf(values)
  return inTransaction(db, async (tx, last) => {
    const stored = attempt && (await storedAnswer(tx, attempt))
    if (stored !== undefined) return stored
    await lockPromotions(tx)
    const answer = JSON.stringify(promotionView(await insertPromotion(tx, values, now)))
    await announceArea(tx, 'promotions')
    if (attempt) storeAnswer(last, attempt, { answer, orderId: null, now })
    return answer
  })
}

interface Changing {
  id: number
  /** What changes of the promotion as it is. */
  change: (promotion: PromotionRow) => PromotionChange
  file?: UploadedFile | undefined
}

/**
 * Changes a promotion; the rules hold for what it becomes. One that would be as it was stays as it is.
 * @throws AppError `not_found`, InputError, and what `takePicture` throws
 */
export async function changeOne(around: Around, { id, change, file }: Changing): Promise<Promotion> {
  const { db, timeZone, now } = around
  // Before the work on the picture; the promotion may still be deleted meanwhile.
  if (file && !(await promotionById(db, id))) throw new AppError('not_found')
  const picture = await pictureOf(around, file)
  return inList(db, async (tx) => {
    const before = await lockedPromotion(tx, id)
    const wanted = change(before)
    const after = { ...before, ...wanted, ...daysOf({ ...before, ...wanted }, timeZone), ...picture }
    requireTimes(after)
    const changed = Object.fromEntries(
      Object.entries(after).filter(([field, value]) => value !== before[field as keyof PromotionRow]),
    )
    if (Object.keys(changed).length === 0) return promotionView(before)
    await announceArea(tx, 'promotions')
    return promotionView(await updatePromotion(tx, id, changed, now))
  })
}

/**
 * Moves a promotion; the first up and the last down stay where they are.
 * @returns the whole list
 * @throws AppError `not_found`; `place_changed` where it stands elsewhere than the caller saw. InputError for a place
 *   that the list does not have
 */
export function reorderPromotion(db: Database, id: number, move: Move): Promise<Promotion[]> {
  return inList(db, async (tx) => {
    const promotion = await lockedPromotion(tx, id)
    const place = positionAfter(move, { place: promotion.order, last: await countPromotions(tx) })
    if (place !== promotion.order) {
      await placePromotion(tx, promotion, place)
      await announceArea(tx, 'promotions')
    }
    return (await readAll(tx)).map(promotionView)
  })
}

/** @throws AppError `not_found` */
export async function removePromotion(db: Database, id: number): Promise<void> {
  await inList(db, async (tx) => {
    await dropPromotion(tx, await lockedPromotion(tx, id))
    await announceArea(tx, 'promotions')
  })
}

/** Runs a change of the list in one transaction, after whatever changes it now. */
function inList<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return inTransaction(db, async (tx) => {
    await lockPromotions(tx)
    return work(tx)
  })
}

async function lockedPromotion(tx: Tx, id: number): Promise<PromotionRow> {
  const promotion = await promotionById(tx, id)
  if (!promotion) throw new AppError('not_found')
  return promotion
}

/** The picture that came, where one did. */
async function pictureOf({ db, pictures, now }: Around, file: UploadedFile | undefined) {
  if (!file) return {}
  return { imageUrl: await takePicture(db, pictures, { file, tooLarge: 'promotion_image_too_large', now }) }
}

function daysOf({ startDate, endDate }: Pick<PromotionTimes, 'startDate' | 'endDate'>, timeZone: string) {
  return { startDate: dayMeant(startDate, timeZone), endDate: dayMeant(endDate, timeZone) }
}

/** @throws InputError with all that is wrong with them together */
function requireTimes(times: PromotionTimes): void {
  const issues = windowIssues(times).map(({ field, rule }) => ({
    code: 'custom' as const,
    path: [field],
    message: `validation.${rule}`,
    input: undefined,
  }))
  if (issues.length > 0) throw new InputError(issues)
}

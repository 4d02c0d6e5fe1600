import type { Database } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { SoldOutAnswer } from '#shared/contracts/menu/menu-editing.ts'
import { nextBusinessDayStart } from '#shared/domain/time/business-day.ts'
import { clearPastSoldOut, hasReturningDish, writeSoldOut } from './dish-repo.ts'
import { readHolders } from './holders-repo.ts'
import { changeMenu, lockedDish } from './lock.ts'
import { dishView } from './view.ts'

/*
 * Marking dishes as sold out today (docs/product/menu.md#menu-sold-out).
 */

export interface SoldOutMark {
  id: number
  soldOut: boolean
  timeZone: string
  now: Date
}

/**
 * Marks a dish as sold out until the next business day begins, or removes that mark.
 * @throws AppError `not_found`
 */
export function markSoldOut(db: Database, { id, soldOut, timeZone, now }: SoldOutMark): Promise<SoldOutAnswer> {
  return changeMenu(db, async (tx) => {
    const dish = await lockedDish(tx, id)
    const { businessDayStart } = await readSettings(tx)
    const soldOutUntil = soldOut ? nextBusinessDayStart(now, businessDayStart, timeZone) : null
    if (soldOutUntil?.getTime() !== dish.soldOutUntil?.getTime()) await writeSoldOut(tx, id, soldOutUntil)
    return { ...dishView({ ...dish, soldOutUntil }, now), heldBy: await readHolders(tx, id, now) }
  })
}

/** Clears every `soldOutUntil` that has passed; the database then announces changes of the menu and shared carts. */
export async function endSoldOut(db: Database, now: Date): Promise<void> {
  if (await hasReturningDish(db, now)) await changeMenu(db, (tx) => clearPastSoldOut(tx, now))
}

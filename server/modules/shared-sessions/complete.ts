import type { Database } from '#server/db/index.ts'
import { takeOrder } from '#server/modules/orders/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { tableNumber } from '#server/modules/tables/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { words } from '#server/platform/language.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/dining.ts'
import { linesByGuest } from './cart-repo.ts'
import { inSession, tellAll } from './hold.ts'
import { endSession, participantOf, participantsIn } from './repo.ts'
import { isAllReady } from './rules.ts'

export interface Completing {
  sessionId: string
  /** What the caller's browser is known by; nothing when it never joined anything. */
  tokenHash: string | undefined
  notes: string | null
  /** What was shown, in minor units; not compared where nothing was said. */
  total?: number | undefined
  now: Date
}

/**
 * Orders the shared cart, once: whoever of its participants asks later gets the same order.
 * @throws AppError `session_not_found`, `session_over`, `not_everybody_ready` and what an order can be refused for
 */
export function complete(db: Database, completing: Completing): Promise<PlacedOrder> {
  const { sessionId, tokenHash, notes, total, now } = completing
  return inSession(db, sessionId, now, async (tx, session) => {
    const me = tokenHash === undefined ? undefined : await participantOf(tx, sessionId, tokenHash)
    if (!me || me.leftAt) throw new AppError('session_not_found')
    if (session.placed) return session.placed
    if (session.status !== 'active') throw new AppError('session_over')
    const items = toldApart(await linesByGuest(tx, sessionId))
    // Who asks is there, whatever was last written of it.
    const people = (await participantsIn(tx, sessionId)).map((one) =>
      one.id === me.id ? { ...one, seenAt: now } : one,
    )
    if (!isAllReady(people, items, now)) throw new AppError('not_everybody_ready')
    const { language } = await readSettings(tx)
    const number = await tableNumber(tx, session.tableId)
    const placed = await takeOrder(
      tx,
      {
        items,
        total,
        notes,
        tableId: session.tableId,
        diningOption: 'dine-in',
        customerName: words(language)('common.table', { number }),
        phoneNumber: PLACEHOLDER_PHONE,
        email: null,
      },
      now,
    )
    await endSession(tx, sessionId, { status: 'completed', placed }, now)
    await tellAll(tx, sessionId)
    return placed
  })
}

interface GuestsLine {
  guestName: string
  guestNumber: number
}

/** Lines whose guests the kitchen and the waiter can tell apart: two of one name are "Ana 1" and "Ana 2". */
function toldApart<Line extends GuestsLine>(lines: readonly Line[]): Line[] {
  const numbers = new Map<string, Set<number>>()
  for (const { guestName, guestNumber } of lines)
    numbers.set(guestName, (numbers.get(guestName) ?? new Set()).add(guestNumber))
  return lines.map((line) => {
    const isOne = numbers.get(line.guestName)?.size === 1
    return isOne ? line : { ...line, guestName: `${line.guestName} ${line.guestNumber}` }
  })
}

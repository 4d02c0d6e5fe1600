import type { Database } from '#server/db/index.ts'
import { occupy } from '#server/modules/occupancy/index.ts'
import { takeOrder } from '#server/modules/orders/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { words } from '#server/platform/language.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/dining.ts'
import { linesByGuest } from '../cart/cart-repo.ts'
import { announceSession, inSession } from '../lock.ts'
import { deleteOthers, participantOf, participantsIn, writeOutcome } from '../repo.ts'
import { isAllReady, isPresent } from '../rules.ts'

export interface Completing {
  sessionId: string
  /** The hash of the caller's guest token; undefined for a browser that never joined. */
  tokenHash: string | undefined
  notes: string | null
  /** The total that the guest was shown, in minor units; not compared if undefined. */
  total?: number | undefined
  now: Date
}

/**
 * Orders the shared cart once. Who sat there (a phone of theirs came, and they were present or had lines) gets the same
 * order whenever they ask; the others are forgotten (docs/product.md#sessions-order).
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
    const theirs = new Set(items.map(({ participantId }) => participantId))
    const seated = (await participantsIn(tx, sessionId)).filter(
      (one) => one.seenAt !== null && (isPresent(one, now) || theirs.has(one.id)),
    )
    if (!seated.some(({ id }) => id === me.id)) throw new AppError('not_everybody_ready')
    // The caller is present, whatever `seenAt` was last written.
    const people = seated.map((one) => (one.id === me.id ? { ...one, seenAt: now } : one))
    if (!isAllReady(people, items, now)) throw new AppError('not_everybody_ready')
    const { language } = await readSettings(tx)
    // The table is locked from here on: its number cannot change before it is written.
    const number = await occupy(tx, session.tableId, now)
    const placed = await takeOrder(
      tx,
      {
        items,
        total,
        seesHidden: false,
        notes,
        tableId: session.tableId,
        diningOption: 'dine-in',
        customerName: words(language)('common.table', { number }),
        phoneNumber: PLACEHOLDER_PHONE,
        email: null,
      },
      now,
    )
    await writeOutcome(tx, sessionId, { status: 'completed', placed }, now)
    const kept = seated.map(({ id }) => id)
    await deleteOthers(tx, sessionId, kept)
    await announceSession(tx, sessionId)
    return placed
  })
}

interface GuestsLine {
  guestName: string
  guestNumber: number
}

/** The lines with distinct guest names, for kitchen and waiter: two guests called Ana become "Ana 1" and "Ana 2". */
function toldApart<Line extends GuestsLine>(lines: readonly Line[]): Line[] {
  const numbers = new Map<string, Set<number>>()
  for (const { guestName, guestNumber } of lines)
    numbers.set(guestName, (numbers.get(guestName) ?? new Set()).add(guestNumber))
  return lines.map((line) => {
    const isOne = numbers.get(line.guestName)?.size === 1
    return isOne ? line : { ...line, guestName: `${line.guestName} ${line.guestNumber}` }
  })
}

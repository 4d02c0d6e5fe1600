import type { Database } from '#server/db/index.ts'
import { occupy } from '#server/modules/occupancy/index.ts'
import { countPlaced, placeInTransaction } from '#server/modules/orders/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { translator } from '#server/platform/language.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/orders/dining.ts'
import { linesByGuest } from '../cart/cart-repo.ts'
import { announceSession, inSession } from '../lock.ts'
import { deleteOthers, findParticipantByToken, listParticipants, writeOutcome } from '../repo.ts'
import { isAllReady, isPresent } from '../rules.ts'

export interface Completion {
  sessionId: string
  /** Hash of the caller's guest token; undefined for a browser that never joined. */
  tokenHash: string | undefined
  /** Whether the caller may order at any table without its key. */
  needsNoKey?: boolean
  notes: string | null
  /** The total that the guest saw, in minor units; not compared if undefined. */
  total?: number | undefined
  now: Date
}

/**
 * Orders the shared cart once. Participants whose phone has connected, and who are present or have lines, get the same
 * order whenever they ask; the others are deleted (docs/product/shared-sessions.md#sessions-order).
 * @throws AppError `session_not_found`, `session_over`, `not_everybody_ready`, and what `placeInTransaction` throws
 */
export async function complete(db: Database, completion: Completion): Promise<PlacedOrder> {
  const { sessionId, tokenHash, needsNoKey = false, notes, total, now } = completion
  const { placed, isNew } = await inSession(db, sessionId, now, async (tx, session) => {
    const me = tokenHash === undefined ? undefined : await findParticipantByToken(tx, sessionId, tokenHash)
    if (!me || me.leftAt) throw new AppError('session_not_found')
    if (session.placed) return { placed: session.placed, isNew: false }
    if (session.status !== 'active') throw new AppError('session_over')
    const items = withDistinctNames(await linesByGuest(tx, sessionId))
    const withLines = new Set(items.map(({ participantId }) => participantId))
    const seated = (await listParticipants(tx, sessionId)).filter(
      (participant) => participant.seenAt !== null && (isPresent(participant, now) || withLines.has(participant.id)),
    )
    if (!seated.some(({ id }) => id === me.id)) throw new AppError('not_everybody_ready')
    // The caller is present, whatever `seenAt` was last stored.
    const participants = seated.map((participant) =>
      participant.id === me.id ? { ...participant, seenAt: now } : participant,
    )
    if (!isAllReady(participants, items, now)) throw new AppError('not_everybody_ready')
    const { language } = await readSettings(tx)
    // Locks the table, so that its number cannot change before it is written.
    const { number } = await occupy(tx, session.tableId, now)
    const placed = await placeInTransaction(
      tx,
      {
        items,
        total,
        seesHidden: false,
        needsTableKey: !needsNoKey,
        tableKey: me.provenKey ?? undefined,
        notes,
        tableId: session.tableId,
        diningOption: 'dine-in',
        customerName: translator(language)('common.table', { number }),
        phoneNumber: PLACEHOLDER_PHONE,
        email: null,
      },
      now,
    )
    await writeOutcome(tx, sessionId, { status: 'completed', placed }, now)
    const seatedIds = seated.map(({ id }) => id)
    await deleteOthers(tx, sessionId, seatedIds)
    await announceSession(tx, sessionId)
    return { placed, isNew: true }
  })
  if (isNew) countPlaced()
  return placed
}

interface LineWithGuest {
  guestName: string
  guestNumber: number
}

/** Returns the lines with distinct guest names: two guests called Ana become "Ana 1" and "Ana 2". */
function withDistinctNames<Line extends LineWithGuest>(lines: readonly Line[]): Line[] {
  const numbers = new Map<string, Set<number>>()
  for (const { guestName, guestNumber } of lines)
    numbers.set(guestName, (numbers.get(guestName) ?? new Set()).add(guestNumber))
  return lines.map((line) => {
    const isUnique = numbers.get(line.guestName)?.size === 1
    return isUnique ? line : { ...line, guestName: `${line.guestName} ${line.guestNumber}` }
  })
}

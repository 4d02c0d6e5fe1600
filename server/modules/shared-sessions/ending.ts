import { type Database, onlyOf } from '#server/db/index.ts'
import { leaveTable, lockExistingTable, occupy } from '#server/modules/occupancy/index.ts'
import * as orders from '#server/modules/orders/index.ts'
import { promisedAt } from '#server/modules/reservations/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import { forEachInSequence } from '#server/platform/limits/concurrency.ts'
import type { Log } from '#server/platform/log.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/orders/order.ts'
import { translator } from '#shared/i18n/words/index.ts'
import * as repo from './repo.ts'
import * as sessions from './session.ts'
import { deleteLinesOf, listLines, readOverviews, type SessionLine } from './state-repo.ts'

interface Completion {
  sessionId: string
  /** The hash of the caller's guest token; undefined for a browser that never joined. */
  tokenHash: string | undefined
  /** Whether the caller may order at any table without its key. */
  needsNoKey?: boolean
  origin?: orders.Origin
  notes: string | null
  /** The total that the guest saw, in minor units; undefined skips the comparison. */
  total?: number | undefined
  /** The participants whom the order does not wait for if they are away. */
  without?: readonly string[] | undefined
  timeZone: string
  now: Date
}

/**
 * Orders the shared cart once. Participants whose phones have connected, and who are present or have lines, get the
 * same order whenever they ask for it; the others are deleted (docs/product/shared-sessions.md#sessions-order).
 */
export async function complete(db: Database, completion: Completion): Promise<PlacedOrder> {
  const { sessionId, tokenHash, needsNoKey = false, origin, notes, total, without = [], timeZone, now } = completion
  const { placed, isNew } = await sessions.inSession(db, sessionId, now, async (tx, session) => {
    const me = participantOf(session, tokenHash)
    if (!me || me.leftAt) throw new AppError('session_not_found')
    if (session.placed) return { placed: session.placed, isNew: false }
    if (session.status !== 'active') throw new AppError('session_over')
    const items = linesByGuest(session.participants, await listLines(tx, sessionId))
    const withLines = new Set(items.map(({ participantId }) => participantId))
    const seated = session.participants.filter(
      (participant) =>
        sessions.hasConnected(participant) && (sessions.isPresent(participant, now) || withLines.has(participant.id)),
    )
    if (!seated.some(({ id }) => id === me.id)) throw new AppError('not_everybody_ready')
    // The caller is present, whatever `seenAt` was last stored.
    const participants = seated.map((participant) =>
      participant.id === me.id ? { ...participant, seenAt: now } : participant,
    )
    const awaited = participants.filter(
      (participant) =>
        participant.id === me.id || !without.includes(participant.id) || !sessions.isAway(participant, now),
    )
    if (!sessions.isAllReady(awaited, items, now)) throw new AppError('not_everybody_ready')
    const { language } = await readSettings(tx)
    // Locks the table, so that its number cannot change before it is written.
    const { number } = await occupy(tx, session.tableId, now)
    const placed = await orders.placeInTransaction(
      tx,
      {
        items,
        total,
        seesHidden: false,
        isGuest: !needsNoKey,
        origin,
        timeZone,
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
    await repo.writeOutcome(tx, sessionId, { status: 'completed', placed }, now)
    const seatedIds = seated.map(({ id }) => id)
    await repo.deleteOthers(tx, sessionId, seatedIds)
    await sessions.announceSession(tx, sessionId)
    return { placed, isNew: true }
  })
  if (isNew) orders.countPlaced()
  return placed
}

/** Returns this browser's participant, even after leaving. @param tokenHash undefined for a browser that never joined */
function participantOf({ participants }: repo.LockedSession, tokenHash: string | undefined) {
  return participants.find((participant) => participant.tokenHash === tokenHash)
}

/** Lists all lines guest by guest, with distinct guest names: two guests called Ana become "Ana 1" and "Ana 2". */
function linesByGuest(participants: readonly repo.ParticipantRow[], lines: readonly SessionLine[]) {
  const guests = participants.filter(({ id }) => lines.some(({ participantId }) => participantId === id))
  return guests.flatMap(({ id, name, guestNumber }) => {
    const isUnique = guests.every((other) => other.id === id || other.name !== name)
    const guestName = isUnique ? name : `${name} ${guestNumber}`
    return lines
      .filter(({ participantId }) => participantId === id)
      .map(({ menuItemId, quantity, notes, options }) => {
        return { menuItemId, quantity, notes, options, participantId: id, guestName }
      })
  })
}

/** Makes a participant leave, and deletes their lines. If nobody is left, the session ends. */
export function leave(db: Database, sessionId: string, tokenHash: string | undefined, now: Date): Promise<void> {
  return sessions.inSession(db, sessionId, now, async (tx, session) => {
    const me = participantOf(session, tokenHash)
    if (!me) throw new AppError('session_not_found')
    if (session.status !== 'active' || me.leftAt) return
    const removed = await deleteLinesOf(tx, me.id)
    await repo.updateParticipant(tx, me.id, { leftAt: now, isReady: false, provenKey: null }, now)
    if (removed > 0) await repo.bumpVersion(tx, sessionId, now)
    if (session.participants.every(({ id, leftAt }) => leftAt || id === me.id)) await sessions.cancel(tx, session, now)
    else await sessions.announceSession(tx, sessionId)
  })
}

/** Ends a session for the owner; does nothing if it is over. */
export async function endByOwner(db: Database, sessionId: string, now: Date): Promise<void> {
  required(
    await sessions.inStoredSession(db, sessionId, (tx, session) => sessions.cancel(tx, session, now)),
    'session_not_found',
  )
}

/** Cancels expired sessions, and those to which no phone ever connected. */
export async function endExpired(db: Database, now: Date, log: Log): Promise<void> {
  const after = { longestAheadMs: sessions.LONGEST_AHEAD_MS, desertedAfterMs: sessions.DESERTED_AFTER_MS }
  const over = await repo.listExpiredIds(db, now, after)
  await forEachInSequence(over, log, (id) => endIfOver(db, id, now))
}

/** @param mustHavePhone as for `cancelIfOver` */
async function endIfOver(db: Database, id: string, now: Date, mustHavePhone = false): Promise<void> {
  await sessions.inStoredSession(db, id, (tx, session) => sessions.cancelIfOver(tx, session, now, mustHavePhone))
}

interface SessionMove {
  id: string
  tableId: number
  by: { username: string }
  timeZone: string
  now: Date
}

/** Moves a session with its table's open orders (docs/product/tables.md#tables-move-session). */
export async function moveToTable(db: Database, { id, tableId, by, timeZone, now }: SessionMove) {
  // The move has its own transaction: two sessions that move to each other's table must not wait for each other's lock.
  const sessionThere = await repo.findActiveAt(db, tableId)
  if (sessionThere !== undefined && sessionThere !== id) await endIfOver(db, sessionThere, now, true)
  return sessions.inSession(db, id, now, async (tx, session) => {
    if (session.status !== 'active') throw new AppError('session_over')
    const from = session.tableId
    if (from !== tableId) {
      const moved = await orders.lockOrdersAt(tx, from, [tableId])
      // A session to which no phone has connected occupies neither table.
      const isConnected = session.participants.some(sessions.hasConnected)
      if (isConnected) await occupy(tx, tableId, now)
      else await lockExistingTable(tx, tableId)
      // The table is locked now, so no session can start there.
      if ((await repo.findActiveAt(tx, tableId)) !== undefined) throw new AppError('table_taken')
      await repo.updateSessionTable(tx, session, tableId, now)
      await orders.moveOrders(tx, moved, { tableId, by, now })
      if (isConnected || moved.length > 0) await leaveTable(tx, from, tableId, now)
      await sessions.announceSession(tx, id)
    }
    const promised = from === tableId ? {} : await promisedAt(tx, [tableId], now)
    return { ...(await onlyOf(readOverviews(tx, now, timeZone, id))), ...promised }
  })
}

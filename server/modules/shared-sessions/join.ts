import { type Database, inTransaction, Overtaken, type Tx } from '#server/db/index.ts'
import { occupy } from '#server/modules/occupancy/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Changing } from './change.ts'
import { newKey } from './keys.ts'
import { announceSession, cancel, inSession, inTurn, isExpired } from './lock.ts'
import {
  bumpVersion,
  findTableNumber,
  insertParticipant,
  insertSession,
  lastGuestNumber,
  lockActiveAt,
  type ParticipantRow,
  participantById,
  participantOf,
  type SessionRow,
  updateParticipant,
} from './repo.ts'
import { isPresent, SESSION_MS } from './rules.ts'
import { isDeserted, makeRoom, refuseWhenFull } from './seats.ts'
import { joinedView } from './view.ts'

export interface Joining {
  tableId: number
  name: string
  /** The hash of this browser's guest token. */
  tokenHash: string
  now: Date
  /** Refuses to start a session, after too many; called only when one is started. */
  admitNew?: () => Promise<void>
}

/**
 * Joins the session of a table, or starts one; requests for the same table run one after another. The other participants
 * hear of a new one when that one's phone connects.
 * @throws AppError `table_not_found`, `session_full`, and what `admitNew` refuses
 */
export function join(db: Database, { tableId, name, tokenHash, now, admitNew }: Joining) {
  const joinHeld = async (tx: Tx) => {
    const number = await findTableNumber(tx, tableId)
    if (number === undefined) throw new AppError('table_not_found')
    const session = await activeAt(tx, tableId, now, admitNew)
    const participant = await admit(tx, session, name, tokenHash, now)
    return joinedView(session, number, participant, now)
  }
  return inTurn(db, `table ${tableId}`, () => inTransaction(db, joinHeld))
}

async function activeAt(tx: Tx, tableId: number, now: Date, admitNew: Joining['admitNew']): Promise<SessionRow> {
  const session = await lockActiveAt(tx, tableId)
  if (session && !isExpired(session, now) && !(await isDeserted(tx, session, now))) return session
  if (session) await cancel(tx, session, now)
  // Before there is a session: until the table is locked, another one may start there, be moved there, or it is deleted.
  await occupy(tx, tableId, now)
  const started = await insertSession(tx, {
    id: newKey(),
    tableId,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
  })
  if (!started) throw new Overtaken()
  await admitNew?.()
  await announceSession(tx, started.id)
  return started
}

async function admit(tx: Tx, session: SessionRow, name: string, tokenHash: string, now: Date): Promise<ParticipantRow> {
  const known = await participantOf(tx, session.id, tokenHash)
  await refuseWhenFull(tx, session.id, known?.id, now)
  if (known) {
    // The name stands on each of the participant's lines, so the cart has changed.
    if (known.name !== name) await bumpVersion(tx, session.id, now)
    if (known.seenAt) await announceSession(tx, session.id)
    return updateParticipant(tx, known.id, { name, leftAt: null }, now)
  }
  await makeRoom(tx, session.id, now)
  const guestNumber = (await lastGuestNumber(tx, session.id)) + 1
  const stamps = { createdAt: now, updatedAt: now }
  return insertParticipant(tx, { id: newKey(), sessionId: session.id, guestNumber, name, tokenHash, ...stamps })
}

interface Arriving extends Pick<Changing, 'sessionId' | 'participantId' | 'isAwaited'> {
  tokenHash: string
}

/**
 * Marks a participant as present, because a phone of theirs has connected.
 * @throws AppError `session_not_found` when the browser is not theirs, or they have left; `session_full` when others
 * have taken all seats
 */
export function arrive(
  db: Database,
  { sessionId, participantId, tokenHash, isAwaited }: Arriving,
  now: Date,
): Promise<void> {
  const note = async (tx: Tx, session: SessionRow) => {
    const participant = await participantById(tx, sessionId, participantId)
    if (!participant || participant.leftAt || participant.tokenHash !== tokenHash)
      throw new AppError('session_not_found')
    if (session.status !== 'active') return
    const wasPresent = isPresent(participant, now)
    if (!wasPresent) await refuseWhenFull(tx, sessionId, participantId, now)
    await updateParticipant(tx, participantId, { seenAt: now }, now)
    if (!wasPresent) await announceSession(tx, sessionId)
  }
  return inSession(db, sessionId, now, note, isAwaited)
}

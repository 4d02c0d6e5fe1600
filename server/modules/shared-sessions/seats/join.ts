import { type Database, inTransaction, Overtaken, type Tx } from '#server/db/index.ts'
import { holdTable, occupy, refuseWrongKey } from '#server/modules/occupancy/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Changing } from '../cart/change.ts'
import { newKey } from '../keys.ts'
import { announceSession, cancel, inSession, inTurn, isExpired } from '../lock.ts'
import {
  bumpVersion,
  findTableNumber,
  insertParticipant,
  insertSession,
  isAnybodyAt,
  lastGuestNumber,
  lockActiveAt,
  type ParticipantRow,
  participantById,
  participantOf,
  type SessionRow,
  updateParticipant,
} from '../repo.ts'
import { isPresent, SESSION_MS } from '../rules.ts'
import { joinedView } from '../view.ts'
import { isDeserted, makeRoom, refuseWhenFull } from './seats.ts'

export interface Joining {
  tableId: number
  name: string
  /** The hash of this browser's guest token. */
  tokenHash: string
  now: Date
  /** The key of the table's code; undefined where none was sent. */
  tableKey?: string | undefined
  /** An owner may sit anywhere. */
  isOwner?: boolean
  /** Refuses to start a session, after too many; called only when one is started. */
  admitNew?: () => Promise<void>
}

/**
 * Joins the session of a table, or starts one; requests for the same table run one after another. The other participants
 * hear of a new participant when that participant's phone connects, and only then is the table occupied.
 * @throws AppError `table_not_found`, `table_key`, `session_full`, and what `admitNew` refuses
 */
export function join(db: Database, joining: Joining) {
  const { tableId, tokenHash, now } = joining
  const joinHeld = async (tx: Tx) => {
    const number = await findTableNumber(tx, tableId)
    if (number === undefined) throw new AppError('table_not_found')
    const running = await runningAt(tx, tableId, now)
    const known = running && (await participantOf(tx, running.id, tokenHash))
    if (!known || known.leftAt) await refuseWithoutKey(tx, joining)
    const session = running ?? (await start(tx, joining))
    const participant = await admit(tx, session, known, joining)
    return joinedView(session, number, participant, now)
  }
  return inTurn(db, `table ${tableId}`, () => inTransaction(db, joinHeld))
}

async function runningAt(tx: Tx, tableId: number, now: Date): Promise<SessionRow | undefined> {
  const session = await lockActiveAt(tx, tableId)
  if (session && !isExpired(session, now) && !(await isDeserted(tx, session, now))) return session
  if (session) await cancel(tx, session, now)
  return undefined
}

async function refuseWithoutKey(tx: Tx, { tableId, tableKey, isOwner }: Joining): Promise<void> {
  if (isOwner || !(await readSettings(tx)).tableKeysRequired) return
  await refuseWrongKey(tx, tableId, tableKey)
}

async function start(tx: Tx, { tableId, now, admitNew }: Joining): Promise<SessionRow> {
  // Before there is a session: until the table is locked, another one may start there, be moved there, or it is deleted.
  await holdTable(tx, tableId)
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

async function admit(
  tx: Tx,
  session: SessionRow,
  known: ParticipantRow | undefined,
  { name, tokenHash, now }: Joining,
): Promise<ParticipantRow> {
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
 * Marks a participant as present, because a phone of theirs has connected. The first one at a table occupies it.
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
    if (!(await isAnybodyAt(tx, sessionId))) await occupy(tx, session.tableId, now)
    await updateParticipant(tx, participantId, { seenAt: now }, now)
    if (!wasPresent) await announceSession(tx, sessionId)
  }
  return inSession(db, sessionId, now, note, isAwaited)
}

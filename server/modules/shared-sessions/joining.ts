import { type Database, inTransaction, OvertakenError, type Tx } from '#server/db/index.ts'
import { findTableToOrderAt, isKeyOf, lockExistingTable, occupy } from '#server/modules/occupancy/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import type { ChangeSource } from './cart.ts'
import type { LockedSession, ParticipantRow } from './repo.ts'
import * as repo from './repo.ts'
import * as sessions from './session.ts'
import { listLines } from './state-repo.ts'
import { joinedView } from './view.ts'

/** A participant who has a seat keeps it. @param ownId undefined for a new one */
async function refuseWhenFull(tx: Tx, session: LockedSession, ownId: string | undefined, now: Date): Promise<void> {
  const owners = new Set((await listLines(tx, session.id)).map(({ participantId }) => participantId))
  const seated = session.participants.filter(
    (participant) => !participant.leftAt && (sessions.isPresent(participant, now) || owners.has(participant.id)),
  )
  if (seated.length >= sessions.MAX_SEATS && !seated.some(({ id }) => id === ownId)) throw new AppError('session_full')
}

interface JoinInput {
  tableId: number
  name: string
  /** The hash of this browser's guest token. */
  tokenHash: string
  now: Date
  /** The key of the table's code, if the page sent it. */
  tableKey?: string | undefined
  /** Whether the caller may join at any table without its key. */
  needsNoKey?: boolean
  /** Whether the time may end a session for good (server/platform/gate.ts). */
  mayEnd?: boolean
  /** Called only if this request starts a session; throws if too many were started. */
  checkNewSessionLimit?: () => Promise<void>
}

/**
 * Joins the session of a table, or starts one; requests for the same table run one after another. The other
 * participants are notified, and the table is occupied, only when the new participant's phone connects.
 */
export function join(db: Database, joining: JoinInput) {
  const { tableId, tokenHash, now } = joining
  const joinLocked = async (tx: Tx) => {
    const table = required(await findTableToOrderAt(tx, tableId), 'table_not_found')
    const provenKey = isKeyOf(table, joining.tableKey) ? table.key : undefined
    const active = await lockUsableSession(tx, joining)
    const existing = active?.participants.find((participant) => participant.tokenHash === tokenHash)
    if (provenKey === undefined && (!existing || existing.leftAt)) await refuseWithoutKey(tx, joining)
    const session = active ?? (await startSession(tx, joining))
    const participant = await addParticipant(tx, session, existing, { ...joining, provenKey })
    return joinedView(session, table.number, participant, now)
  }
  return sessions.queueOf(db).run(`table ${tableId}`, () => inTransaction(db, joinLocked))
}

/** Returns the table's active session, locked, unless it is over. By a clock that may be wrong, none is: it goes on. */
async function lockUsableSession(tx: Tx, { tableId, now, mayEnd = true }: JoinInput) {
  const session = await repo.lockActiveAt(tx, tableId)
  if (!session || (mayEnd && (await sessions.cancelIfOver(tx, session, now)))) return undefined
  return sessions.isExpired(session, now)
    ? { ...session, ...(await repo.prolong(tx, session.id, sessionEnd(now))) }
    : session
}

const sessionEnd = (now: Date) => new Date(now.getTime() + sessions.SESSION_MS)

async function refuseWithoutKey(tx: Tx, { needsNoKey }: JoinInput): Promise<void> {
  if (!needsNoKey && (await readSettings(tx)).tableKeysRequired) throw new AppError('table_key')
}

async function startSession(tx: Tx, { tableId, now, checkNewSessionLimit }: JoinInput): Promise<LockedSession> {
  // Locks the table: before that, a session may start or move there, or the table may be deleted.
  await lockExistingTable(tx, tableId)
  const started = await repo.insertSession(tx, {
    id: sessions.newRandomId(),
    tableId,
    createdAt: now,
    updatedAt: now,
    expiresAt: sessionEnd(now),
  })
  if (!started) throw new OvertakenError()
  await checkNewSessionLimit?.()
  await sessions.announceSession(tx, started.id)
  return { ...started, participants: [] }
}

/** Adds a participant, or updates this browser's participant, who keeps the key proved earlier. */
async function addParticipant(
  tx: Tx,
  session: LockedSession,
  existing: ParticipantRow | undefined,
  { name, tokenHash, needsNoKey = false, provenKey, now }: JoinInput & { provenKey: string | undefined },
): Promise<ParticipantRow> {
  await refuseWhenFull(tx, session, existing?.id, now)
  if (existing) {
    // The name is shown on each of the participant's lines, so the cart has changed.
    if (existing.name !== name) await repo.bumpVersion(tx, session.id, now)
    if (existing.seenAt) await sessions.announceSession(tx, session.id)
    return repo.updateParticipant(tx, existing.id, { name, leftAt: null, needsNoKey, provenKey }, now)
  }
  const guestNumber = (session.participants.at(-1)?.guestNumber ?? 0) + 1
  const stamps = { createdAt: now, updatedAt: now }
  const seat = {
    id: sessions.newRandomId(),
    sessionId: session.id,
    guestNumber,
    name,
    tokenHash,
    needsNoKey,
    provenKey,
  }
  return repo.insertParticipant(tx, { ...seat, ...stamps })
}

interface ConnectionInput extends Pick<ChangeSource, 'sessionId' | 'participantId' | 'isAwaited'> {
  tokenHash: string
}

/** Marks a participant as present after a phone of theirs has connected. The first one at a table occupies it. */
export function markPresent(
  db: Database,
  { sessionId, participantId, tokenHash, isAwaited }: ConnectionInput,
  now: Date,
): Promise<void> {
  const mark = async (tx: Tx, session: LockedSession) => {
    const participant = session.participants.find(({ id }) => id === participantId)
    if (!participant || participant.leftAt || participant.tokenHash !== tokenHash)
      throw new AppError('session_not_found')
    if (session.status !== 'active') return
    if (!sessions.isPresent(participant, now)) await refuseWhenFull(tx, session, participantId, now)
    if (!session.participants.some(sessions.hasConnected)) await occupy(tx, session.tableId, now)
    await repo.updateParticipant(tx, participantId, { seenAt: now }, now)
    if (sessions.isAway(participant, now)) await sessions.announceSession(tx, sessionId)
  }
  return sessions.inSession(db, sessionId, now, mark, isAwaited)
}

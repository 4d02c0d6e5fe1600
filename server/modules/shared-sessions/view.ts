import type { ResponseInput } from '#shared/contracts/base/endpoint.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { joinSession, Participant } from '#shared/contracts/shared-sessions.ts'
import type { ParticipantRow, SessionRow } from './repo.ts'
import { isAllReady, isAway, isPresent } from './session.ts'
import type { Snapshot } from './state-repo.ts'

/** Returns what the other participants may see of a participant. */
function participantView(
  row: Pick<ParticipantRow, 'id' | 'guestNumber' | 'name' | 'isReady'> & Parameters<typeof isAway>[0],
  now: Date,
): Participant {
  const { id, guestNumber, name, isReady } = row
  return { id, guestNumber, name, isReady, isPresent: isPresent(row, now), isAway: isAway(row, now) }
}

export function joinedView(
  { id, tableId, expiresAt }: SessionRow,
  tableNumber: number,
  participant: ParticipantRow,
  now: Date,
): ResponseInput<typeof joinSession> {
  return {
    id,
    tableId,
    tableNumber,
    expiresAt,
    // A guest who is joining is present.
    participant: participantView({ ...participant, seenAt: now }, now),
  }
}

/** The state of a session, from which its phones are sent what changed. */
export type SessionState = ReturnType<typeof toSessionState>

type KeyNotice = Pick<Extract<ServerFrame, { type: 'SESSION_INFO' }>['payload'], 'tableKey' | 'mustScan'>

export function toSessionState({ expiresAt, updatedAt, placed, lines, ...row }: Snapshot, now: Date) {
  /** The time until the session ends, in seconds. */
  const timeRemaining = Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000))
  return {
    // An expired session counts as cancelled, even if the database has not recorded it yet.
    status: row.status === 'active' && timeRemaining === 0 ? 'cancelled' : row.status,
    // If it was cancelled before its time was up, and somebody is in it, the restaurant cancelled it.
    isClosed: row.status === 'cancelled' && updatedAt < expiresAt,
    version: row.version,
    tableId: row.tableId,
    tableNumber: row.tableNumber,
    timeRemaining,
    participants: row.participants.map((participant) => participantView(participant, now)),
    isAllReady: isAllReady(row.participants, lines, now),
    lines,
    order: placed ? { orderId: placed.id, orderToken: placed.orderToken, total: placed.total } : undefined,
    /** Returns the ids of a participant's last changes, the newest last. */
    refsOf(participantId: string): readonly number[] {
      return row.participants.find(({ id }) => id === participantId)?.refs ?? []
    },
    /** Returns the part of SESSION_INFO about the table's key, as a participant may see it. */
    keyNoticeFor(participantId: string): KeyNotice {
      const participant = row.participants.find(({ id }) => id === participantId)
      if (row.tableKey === null || !participant || participant.needsNoKey) return {}
      return participant.isProven ? { tableKey: row.tableKey } : { mustScan: true }
    },
  }
}

import type { Database, Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceSession, inSession } from './lock.ts'
import { bumpVersion, type ParticipantRow, participantById, type SessionRow, updateParticipant } from './repo.ts'
import { PAGES_REMEMBERED } from './rules.ts'

/** The participant who makes a change, and which change of which page it is. */
export interface Changing {
  sessionId: string
  participantId: string
  page: string
  /** Rises with each change of the page; a change without one is made each time it is sent. */
  ref: number | undefined
  /** False once the sending socket is closed: its page sends the change again on the next one. */
  isAwaited: () => boolean
}

/** What a change touched: the cart, only the ready marks, or nothing. */
export type Touched = 'cart' | 'people' | 'nothing'
export type SessionChange = (tx: Tx, me: ParticipantRow, now: Date) => Promise<Touched | AppError>

/**
 * Makes a change once. The same transaction keeps the page's ref, so that the change is not made again when the page
 * sends it again after a lost connection. A refused change counts as made too.
 * @returns whether the change was announced, so that every phone will be sent its result
 * @throws AppError `session_over`, `session_not_found`, and whatever the change refuses
 */
export function changeOnce(db: Database, who: Changing, now: Date, change: SessionChange): Promise<boolean> {
  const { sessionId, participantId, page, ref, isAwaited } = who
  const make = async (tx: Tx, session: SessionRow) => {
    const me = await participantById(tx, sessionId, participantId)
    // First: a participant who has left is told so even if the session is over.
    if (!me || me.leftAt) return new AppError('session_not_found')
    if (session.status !== 'active') return new AppError('session_over')
    const done = me.refs.find((kept) => kept.page === page)?.ref ?? -1
    if (ref !== undefined && ref <= done) return false
    const touched = await change(tx, me, now)
    if (ref !== undefined) {
      const others = me.refs.filter((kept) => kept.page !== page)
      const refs = [...others, { page, ref }].slice(-PAGES_REMEMBERED)
      await updateParticipant(tx, me.id, { refs }, now)
    }
    if (touched instanceof AppError || touched === 'nothing') return touched === 'nothing' ? false : touched
    if (touched === 'cart') await bumpVersion(tx, sessionId, now)
    await announceSession(tx, sessionId)
    return true
  }
  return inSession(db, sessionId, now, make, isAwaited)
}

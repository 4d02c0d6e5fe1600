import type { Database, Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceSession, inSession } from '../lock.ts'
import { bumpVersion, type ParticipantRow, participantById, type SessionRow, updateParticipant } from '../repo.ts'
import { PAGES_REMEMBERED } from '../rules.ts'

/** The participant who makes a change, and which change of which page it is. */
export interface Changing {
  sessionId: string
  participantId: string
  page: string
  /** Rises with each change of the page. A change without a number is made each time it is sent. */
  ref: number | undefined
  /** False once the sending socket is closed: its page sends the change again on the next one. */
  isAwaited: () => boolean
}

/** What a change touched: the cart, only the ready marks, or nothing. */
export type Touched = 'cart' | 'people' | 'nothing'
/** Makes a change, or refuses it: with a `CommittingRefusal` when the page is not to ask for it again. */
export type SessionChange = (tx: Tx, me: ParticipantRow, now: Date) => Promise<Touched>

/**
 * Makes a change once. In the same transaction the page's number is kept, so that the same change, said again after a
 * lost connection, is known to be done. A change that a `CommittingRefusal` refuses counts as done too.
 * @returns whether the phones will be told by an announcement
 * @throws AppError `session_over`, `session_not_found`, and whatever the change refuses
 */
export function changeOnce(db: Database, who: Changing, now: Date, change: SessionChange): Promise<boolean> {
  const { sessionId, participantId, page, ref, isAwaited } = who
  const make = async (tx: Tx, session: SessionRow) => {
    const me = await participantById(tx, sessionId, participantId)
    // A participant who has left hears that, also where the session is over by now.
    if (!me || me.leftAt) throw new AppError('session_not_found')
    if (session.status !== 'active') throw new AppError('session_over')
    const done = me.refs.find((kept) => kept.page === page)?.ref ?? -1
    if (ref !== undefined && ref <= done) return false
    // Before the change, so that a refusal which commits keeps the number.
    if (ref !== undefined) {
      const others = me.refs.filter((kept) => kept.page !== page)
      const refs = [...others, { page, ref }].slice(-PAGES_REMEMBERED)
      await updateParticipant(tx, me.id, { refs }, now)
    }
    const touched = await change(tx, me, now)
    if (touched === 'nothing') return false
    if (touched === 'cart') await bumpVersion(tx, sessionId, now)
    await announceSession(tx, sessionId)
    return true
  }
  return inSession(db, sessionId, now, make, isAwaited)
}

import type { Database, Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceSession, inSession } from '../lock.ts'
import { bumpVersion, findParticipant, type ParticipantRow, type SessionRow, updateParticipant } from '../repo.ts'
import { MAX_REMEMBERED_PAGES } from '../rules.ts'

/** The participant and page that a change comes from. */
export interface ChangeSource {
  sessionId: string
  participantId: string
  page: string
  /**
   * The number of the change; rises with each change of the page. A change without a ref is made every time it is sent.
   */
  ref: number | undefined
  /** False once the sending socket is closed: its page sends the change again on the next socket. */
  isAwaited: () => boolean
}

/** What a change affected: the cart, only the ready marks, or nothing. */
export type Affected = 'cart' | 'ready' | 'nothing'
/** Makes a change, or refuses it; with a `CommittingError` if the page must not send it again. */
export type SessionChange = (tx: Tx, me: ParticipantRow, now: Date) => Promise<Affected>

/**
 * Makes a change once. The page's ref is stored in the same transaction, so that a change that is sent again after a
 * lost connection is recognized. A change refused with a `CommittingError` counts as made.
 * @returns whether the change was announced, which sends it to the phones
 * @throws AppError `session_over`, `session_not_found`, and what the change throws
 */
export function changeOnce(db: Database, source: ChangeSource, now: Date, change: SessionChange): Promise<boolean> {
  const { sessionId, participantId, page, ref, isAwaited } = source
  const make = async (tx: Tx, session: SessionRow) => {
    const me = await findParticipant(tx, sessionId, participantId)
    // A participant who has left gets this error even if the session is over.
    if (!me || me.leftAt) throw new AppError('session_not_found')
    if (session.status !== 'active') throw new AppError('session_over')
    const lastRef = me.refs.find((entry) => entry.page === page)?.ref ?? -1
    if (ref !== undefined && ref <= lastRef) return false
    // Before the change, so that a committing error stores the ref too.
    if (ref !== undefined) {
      const others = me.refs.filter((entry) => entry.page !== page)
      const refs = [...others, { page, ref }].slice(-MAX_REMEMBERED_PAGES)
      await updateParticipant(tx, me.id, { refs }, now)
    }
    const affected = await change(tx, me, now)
    if (affected === 'nothing') return false
    if (affected === 'cart') await bumpVersion(tx, sessionId, now)
    await announceSession(tx, sessionId)
    return true
  }
  return inSession(db, sessionId, now, make, isAwaited)
}

import type { Database, SendWithCommit, Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceSession, inSession } from '../lock.ts'
import { findParticipant, type ParticipantRow, type SessionRow } from '../repo.ts'
import { MAX_REMEMBERED_PAGES } from '../rules.ts'
import { recordCartChange, storeRefs } from './cart-repo.ts'

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

/**
 * What a change affected: the cart, with the participants who are no longer ready because of it; only the ready marks;
 * or nothing.
 */
export type Affected = { cartUnreadies: string[] } | 'ready' | 'nothing'

export interface SessionContext {
  tx: Tx
  sendWithCommit: SendWithCommit
  me: ParticipantRow
  now: Date
}

/** Makes a change, or refuses it; with a `CommittingError` if the page must not send it again. */
export type SessionChange = (context: SessionContext) => Promise<Affected>

/**
 * Makes a change once. The page's ref is stored in the same transaction, so that a change that is sent again after a
 * lost connection is recognized. A change refused with a `CommittingError` counts as made.
 * @returns whether the change was announced, which sends it to the phones
 * @throws AppError `session_over`, `session_not_found`, and what the change throws
 */
export function changeOnce(db: Database, source: ChangeSource, now: Date, change: SessionChange): Promise<boolean> {
  const { sessionId, participantId, page, ref, isAwaited } = source
  const make = async (tx: Tx, session: SessionRow, sendWithCommit: SendWithCommit) => {
    const me = await findParticipant(tx, sessionId, participantId)
    // A participant who has left gets this error even if the session is over.
    if (!me || me.leftAt) throw new AppError('session_not_found')
    if (session.status !== 'active') throw new AppError('session_over')
    const lastRef = me.refs.find((entry) => entry.page === page)?.ref ?? -1
    if (ref !== undefined && ref <= lastRef) return false
    // Queued before the change, so that a committing error stores the ref too.
    if (ref !== undefined) {
      const others = me.refs.filter((entry) => entry.page !== page)
      const refs = [...others, { page, ref }].slice(-MAX_REMEMBERED_PAGES)
      sendWithCommit(storeRefs, { id: me.id, refs: JSON.stringify(refs), now })
    }
    const affected = await change({ tx, sendWithCommit, me, now })
    if (affected === 'nothing') return false
    if (affected === 'ready') await announceSession(tx, sessionId)
    else sendWithCommit(recordCartChange, { sessionId, unready: affected.cartUnreadies, now })
    return true
  }
  return inSession(db, sessionId, now, make, isAwaited)
}

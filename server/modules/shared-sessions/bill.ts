import type { Database } from '#server/db/index.ts'
import { readBill } from '#server/modules/bills/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { SessionBill } from '#shared/contracts/shared-sessions.ts'
import { findSessionSeenBy, findTableOfOpenOrder } from './repo.ts'

/**
 * Returns the bill by guest (docs/product/shared-sessions.md#sessions-bill). It is empty once the session's order is
 * closed, because later orders at the table are those of other guests.
 * @throws AppError `session_not_found` unless the caller is a participant whose phone has connected; `session_over` for
 * a session without an order; what `readBill` throws
 */
export async function readSessionBill(
  db: Database,
  sessionId: string,
  tokenHash: string | undefined,
  now: Date,
): Promise<SessionBill> {
  const session = tokenHash === undefined ? undefined : await findSessionSeenBy(db, sessionId, tokenHash)
  if (!session) throw new AppError('session_not_found')
  if (session.status === 'cancelled') throw new AppError('session_over')
  const tableId = session.placed ? await findTableOfOpenOrder(db, session.placed.id) : session.tableId
  if (tableId === undefined) return { guests: [], total: 0 }
  const { guests, total } = await readBill(db, tableId, undefined, now, session.createdAt)
  return { guests, total }
}

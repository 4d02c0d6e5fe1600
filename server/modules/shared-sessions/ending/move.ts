import type { Database } from '#server/db/index.ts'
import { leaveTable, lockExistingTable, occupy } from '#server/modules/occupancy/index.ts'
import { lockOrdersAt, moveOrders } from '#server/modules/orders/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { SessionOverview } from '#shared/contracts/shared-sessions.ts'
import { announceSession, inSession } from '../lock.ts'
import { findActiveAt, hasSeenParticipant, updateSessionTable } from '../repo.ts'
import { readOverviews } from '../state-repo.ts'
import { endWithoutPhones } from './end.ts'

export interface SessionMove {
  id: string
  tableId: number
  by: { username: string }
  now: Date
}

/**
 * Moves an active session, with the open orders of its table, to another table (docs/product/tables.md#tables-move-session).
 * @throws AppError `session_not_found`, `session_over`, `table_not_found`; `table_taken` by another session
 */
export async function moveToTable(db: Database, { id, tableId, by, now }: SessionMove): Promise<SessionOverview> {
  // In its own transaction: two sessions that move to each other's table must not each wait for the other's lock.
  const sessionThere = await findActiveAt(db, tableId)
  if (sessionThere !== undefined && sessionThere !== id) await endWithoutPhones(db, sessionThere, now)
  return inSession(db, id, now, async (tx, session) => {
    if (session.status !== 'active') throw new AppError('session_over')
    const from = session.tableId
    if (from !== tableId) {
      const orders = await lockOrdersAt(tx, from, [tableId])
      // A session to which no phone has connected occupies neither table.
      const isConnected = await hasSeenParticipant(tx, id)
      if (isConnected) await occupy(tx, tableId, now)
      else await lockExistingTable(tx, tableId)
      // The table is locked now, so no session can start there.
      if ((await findActiveAt(tx, tableId)) !== undefined) throw new AppError('table_taken')
      await updateSessionTable(tx, session, tableId, now)
      await moveOrders(tx, orders, { tableId, by, now })
      if (isConnected || orders.length > 0) await leaveTable(tx, from, tableId, now)
      await announceSession(tx, id)
    }
    const [overview] = await readOverviews(tx, now, id)
    if (!overview) throw new Error('the moved session is gone')
    return overview
  })
}

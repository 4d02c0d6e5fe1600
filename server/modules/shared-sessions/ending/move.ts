import type { Database } from '#server/db/index.ts'
import { freeWhenDone, holdTable, occupy } from '#server/modules/occupancy/index.ts'
import { lockOrdersAt, moveOrders } from '#server/modules/orders/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { SessionOverview } from '#shared/contracts/shared-sessions.ts'
import { announceSession, inSession } from '../lock.ts'
import { findActiveAt, isAnybodyAt, writeTable } from '../repo.ts'
import { readOverviews } from '../state-repo.ts'
import { endWithoutPhones } from './end.ts'

export interface MovingSession {
  id: string
  tableId: number
  by: { username: string }
  now: Date
}

/**
 * Moves a running session, and with it the open orders of its table (docs/product.md#tables-move-session).
 * @throws AppError `session_not_found`, `session_over`, `table_not_found`; `table_taken` by another session
 */
export async function moveToTable(db: Database, { id, tableId, by, now }: MovingSession): Promise<SessionOverview> {
  // In a transaction of its own: two that move to each other's table must not each hold the other's session.
  const there = await findActiveAt(db, tableId)
  if (there !== undefined && there !== id) await endWithoutPhones(db, there, now)
  return inSession(db, id, now, async (tx, session) => {
    if (session.status !== 'active') throw new AppError('session_over')
    const from = session.tableId
    if (from !== tableId) {
      const orders = await lockOrdersAt(tx, from, [tableId])
      // A session that no phone has reached occupies neither table.
      const isSeated = await isAnybodyAt(tx, id)
      if (isSeated) await occupy(tx, tableId, now)
      else await holdTable(tx, tableId)
      // Now that the table is locked, no session comes to it.
      if ((await findActiveAt(tx, tableId)) !== undefined) throw new AppError('table_taken')
      await writeTable(tx, id, tableId, now)
      await moveOrders(tx, orders, { tableId, by, now })
      if (isSeated || orders.length > 0) await freeWhenDone(tx, from, now)
      await announceSession(tx, id)
    }
    const [overview] = await readOverviews(tx, now, id)
    if (!overview) throw new Error('a session that was moved is gone')
    return overview
  })
}

import { and, asc, eq, exists, inArray, isNotNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Reader } from '#server/db/index.ts'
import {
  orders,
  sessionParticipants as participants,
  sharedSessions as sessions,
  tables,
  whoSitsNow,
} from '#server/db/schema/index.ts'
import { readOpenCalls } from '#server/modules/calls/index.ts'
import { seatedSinceSql, withReservations } from '#server/modules/reservations/index.ts'
import type { FloorTable } from '#shared/contracts/floor.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order.ts'

/** A sum that a response can hold, whatever is stored: its table stays in the list. */
const sumOf = (amount: AnyPgColumn) => sql`least(greatest(sum(${amount}), -1e15), 1e15)`.mapWith(Number)

function readTablesInUse(db: Reader, now: Date) {
  const open = db
    .select({
      tableId: orders.tableId,
      oldestAt: sql`min(${orders.createdAt})`.mapWith(orders.createdAt).as('oldest_at'),
      orders: sql`count(*)`.mapWith(Number).as('orders'),
      ready: sql`count(*) filter (where ${orders.status} = 'ready')`.mapWith(Number).as('ready'),
      total: sumOf(orders.total).as('total'),
      paid: sumOf(orders.paid).as('paid'),
    })
    .from(orders)
    .where(and(inArray(orders.status, [...OPEN_STATUSES]), isNotNull(orders.tableId)))
    .groupBy(orders.tableId)
    .as('open_orders')
  const seated = db.select({ id: participants.id }).from(participants).where(whoSitsNow(now))
  return db
    .select({
      ...{ id: tables.id, number: tables.number, label: tables.label, capacity: tables.capacity },
      ...{ status: tables.status, reservable: tables.reservable },
      ...{ oldestAt: open.oldestAt, orders: open.orders, ready: open.ready, total: open.total, paid: open.paid },
      hasPayments: sql<boolean>`(select payments from settings)`,
      sessionId: sessions.id,
      sessionAt: sessions.createdAt,
      seatedAt: seatedSinceSql(now).mapWith(orders.createdAt),
    })
    .from(tables)
    .leftJoin(open, eq(open.tableId, tables.id))
    .leftJoin(sessions, and(eq(sessions.tableId, tables.id), exists(seated)))
    .orderBy(asc(tables.number))
}

/** Returns the tables with their open orders, sessions, calls and reservations (docs/product/floor.md#floor-tables). */
export async function readFloor(db: Reader, timeZone: string, now: Date): Promise<FloorTable[]> {
  const [rows, calls] = await Promise.all([readTablesInUse(db, now), readOpenCalls(db)])
  const tables = await withReservations(db, rows, { now, timeZone, forStaff: true })
  return tables.map(
    ({ oldestAt, orders, ready, total, paid, hasPayments, sessionId, sessionAt, seatedAt, ...table }) => ({
      ...table,
      since: earliest(oldestAt, sessionAt, seatedAt)?.toISOString() ?? null,
      orders: orders ?? 0,
      ready: ready ?? 0,
      total: total ?? 0,
      ...(hasPayments && { paid: paid ?? 0, due: (total ?? 0) - (paid ?? 0) }),
      calls: calls.get(table.id) ?? [],
      session: sessionId === null ? null : { id: sessionId },
    }),
  )
}

const earliest = (...moments: (Date | null)[]) =>
  moments.filter((moment) => moment !== null).sort((a, b) => a.getTime() - b.getTime())[0]

import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Reader, statement, type Tx } from '#server/db/index.ts'
import { printers, printJobs, type StoredTicket } from '#server/db/schema/index.ts'

/** SQL condition: the printer prints kitchen tickets. */
export const PRINTS_TICKETS_SQL = `printers.is_active and printers.documents @> '["kitchen"]'`

/** SQL: the station of a stored id, as in `stationIdOf`: null and the id of a removed station mean the first one. */
const stationSql = (id: string) => `coalesce(
  (select (station ->> 'id')::int from jsonb_array_elements(settings.stations) station where (station ->> 'id')::int = ${id}),
  (settings.stations -> 0 ->> 'id')::int)`

/** Writes a job for each ticket at each printer that prints kitchen tickets of its station. */
export const addJobs = statement<{ orderId: number; tickets: string; now: Date }>(
  'add_print_jobs',
  ({ orderId, tickets, now }) => `
  insert into print_jobs (printer_id, kind, order_id, ticket_id, created_at)
  select printers.id, ticket.kind, ${orderId}::bigint, ticket.id, ${now}::timestamptz
  from printers, settings, jsonb_to_recordset(${tickets}::jsonb) ticket (id int, kind text, "stationId" int)
  where ${PRINTS_TICKETS_SQL} and exists (
    select from jsonb_array_elements_text(printers.stations) chosen
    where ${stationSql('chosen::int')} = ${stationSql('ticket."stationId"')})
  on conflict do nothing`,
)

interface ChangedOrder {
  id: number
  tickets: readonly StoredTicket[]
  status: string
  startAt: Date | null
}

/**
 * Follows a change of a locked order: writes the jobs of added tickets, and withdraws those of withdrawn tickets. An
 * order that is cancelled before the kitchen knew of it needs no slip.
 * @param now the time of the change, which its tickets have
 */
export async function followTickets(tx: Tx, { id, tickets, status, startAt }: ChangedOrder, now: Date): Promise<void> {
  const at = now.toISOString()
  const isUnknown =
    startAt !== null && startAt > now && !tickets.some((ticket) => ticket.printedAt ?? ticket.claimedUntil)
  const added = tickets.filter((ticket) => ticket.at === at && ticket.withdrawnAt === undefined)
  if (added.length > 0 && !(status === 'cancelled' && isUnknown))
    await addJobs(tx, { orderId: id, tickets: JSON.stringify(added), now })
  const withdrawn = tickets.filter(({ withdrawnAt }) => withdrawnAt === at)
  if (withdrawn.length > 0)
    await withdrawJobs(
      tx,
      id,
      withdrawn.map((ticket) => ticket.id),
    )
}

/** Withdraws the jobs that wait for tickets of a locked order. */
export async function withdrawJobs(tx: Tx, orderId: number, ticketIds: number[]): Promise<void> {
  const { orderId: order, ticketId, state } = printJobs
  await tx.delete(printJobs).where(and(eq(order, orderId), inArray(ticketId, ticketIds), eq(state, 'queued')))
}

/** Reads the ids of the stations whose tickets a printer prints. */
export async function readStationsWithPrinter(db: Reader): Promise<number[]> {
  const rows = await db.select({ stations: printers.stations }).from(printers).where(sql.raw(PRINTS_TICKETS_SQL))
  return rows.flatMap(({ stations }) => stations)
}

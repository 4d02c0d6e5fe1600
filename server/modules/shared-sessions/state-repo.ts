import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import {
  changedBy,
  type Database,
  jsonList,
  jsonObject,
  prepared,
  type Reader,
  statement,
  type Tx,
} from '#server/db/index.ts'
import {
  menuCategories as categories,
  menuItems as dishes,
  sharedCartItems as lines,
  optionGroups,
  sessionParticipants as participants,
  sharedSessions as sessions,
  settings,
  tables,
  whoSits,
} from '#server/db/schema/index.ts'
import { type GroupRow, groupJson, isOrderableSql } from '#server/modules/menu/index.ts'
import { isProvenSql } from '#server/modules/occupancy/index.ts'
import { type RuleOfDish, rulesOfDishSql } from '#server/modules/prices/index.ts'
import { announcingSql } from '#server/platform/live/announcements.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { SessionOverview, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { loweredGroups, loweredPrice, portionSum } from '#shared/domain/menu/offers.ts'
import { choicePrice, choiceProblems, exceedsTimes } from '#shared/domain/menu/options.ts'
import { ruleAt } from '#shared/domain/menu/price-rules.ts'
import { linesTotal } from '#shared/domain/money.ts'
import type { ParticipantRow, SessionRow } from './repo.ts'
import { MAX_SEATS, SESSION_TOPIC } from './session.ts'

/** A consistent snapshot of a session with its participants and lines. */
export interface Snapshot extends Pick<SessionRow, 'status' | 'version' | 'tableId' | 'expiresAt' | 'updatedAt'> {
  tableNumber: number
  /** The key of the table's code; null while keys are not required. Only guests who have proved it may learn it. */
  tableKey: string | null
  placed: Pick<PlacedOrder, 'id' | 'orderToken' | 'total'> | null
  /** Participants whose phones have connected and who have not left, by guest number. */
  participants: ParticipantSnapshot[]
  lines: SharedLine[]
}

interface ParticipantSnapshot
  extends Pick<ParticipantRow, 'id' | 'guestNumber' | 'name' | 'isReady' | 'refs' | 'needsNoKey'> {
  seenAt: string
  /** Whether the browser has proved the table's key. */
  isProven: boolean
}

/** A line as it is read: price and `isOrderable` do not include its options yet. */
type LineJson = Omit<SharedLine, 'listPrice'> & { optionGroupIds: number[]; rules: RuleOfDish[] }

type SnapshotJson = Pick<Snapshot, 'tableId' | 'tableNumber' | 'tableKey' | 'placed' | 'participants'> & {
  lines: LineJson[]
  groups: GroupRow[]
}

const { id, guestNumber, name, isReady, seenAt, refs, needsNoKey } = participants
const participantJson = jsonObject<ParticipantSnapshot>({
  ...{ id, guestNumber, name, isReady, seenAt, refs, needsNoKey },
  isProven: isProvenSql,
})
const lineJson = jsonObject<LineJson>({
  id: lines.id,
  participantId: lines.participantId,
  guestName: participants.name,
  menuItemId: dishes.id,
  name: dishes.name,
  nameRo: dishes.nameRo,
  price: dishes.price,
  isOrderable: isOrderableSql(sql.placeholder('now')),
  quantity: lines.quantity,
  notes: lines.notes,
  options: lines.options,
  optionGroupIds: dishes.optionGroupIds,
  rules: rulesOfDishSql,
})
const snapshotJson = jsonObject<SnapshotJson>({
  tableId: sessions.tableId,
  tableNumber: sql`(select ${tables.number} from ${tables} where ${tables.id} = ${sessions.tableId})`,
  tableKey: sql`(select ${tables.key} from ${tables}, ${settings}
      where ${tables.id} = ${sessions.tableId} and ${settings.tableKeysRequired})`,
  placed: sessions.placed,
  participants: sql`(select ${jsonList(participantJson, guestNumber)} from ${participants} where ${whoSits})`,
  lines: sql`(
    select ${jsonList(lineJson, lines.id)} from ${lines}
    join ${participants} on ${participants.id} = ${lines.participantId}
    join ${dishes} on ${dishes.id} = ${lines.menuItemId}
    join ${categories} on ${categories.id} = ${dishes.categoryId}
    where ${lines.sessionId} = ${sessions.id})`,
  groups: sql`(
    select ${jsonList(groupJson, optionGroups.id)} from ${optionGroups}
    where ${optionGroups.id} in (
      select unnest(${dishes.optionGroupIds}) from ${lines} join ${dishes} on ${dishes.id} = ${lines.menuItemId}
      where ${lines.sessionId} = ${sessions.id}))`,
})

const { status, version, expiresAt, updatedAt } = sessions
const snapshotQuery = prepared((db) =>
  db
    .select({ status, version, expiresAt, updatedAt, json: snapshotJson })
    .from(sessions)
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare('session_snapshot'),
)

/** Reads a session in one statement, so that version, cart and participants belong together. */
export async function readSnapshot(
  db: Database,
  sessionId: string,
  now: Date,
  timeZone: string,
): Promise<Snapshot | undefined> {
  const [row] = await snapshotQuery(db).execute({ id: sessionId, now })
  if (!row) return undefined
  const { json, ...session } = row
  const { groups, lines, ...snapshot } = json
  return { ...session, ...snapshot, lines: lines.map((line) => pricedLine(line, groups, now, timeZone)) }
}

/** A line as it is paid, with the price of its options; it is orderable only if they fit. */
function pricedLine(
  { optionGroupIds, rules, ...line }: LineJson,
  groups: readonly GroupRow[],
  now: Date,
  timeZone: string,
): SharedLine {
  const own = optionGroupIds.flatMap((groupId) => groups.find((group) => group.id === groupId) ?? [])
  const fits = choiceProblems(own, line.options, now).length === 0 && !exceedsTimes(own, line.options)
  const rule = ruleAt(rules, now, timeZone)
  const listPrice = line.price + choicePrice(own, line.options)
  const price = loweredPrice(line.price, rule) + choicePrice(loweredGroups(own, rule), line.options)
  return { ...line, price, ...(price < listPrice && { listPrice }), isOrderable: line.isOrderable && fits }
}

/** What a line costs: the prices of its dish and of each chosen option, a repeated one repeated. */
type CostJson = Pick<LineJson, 'price' | 'quantity' | 'rules'> & { options: { price: number; quantity: number }[] }
type OverviewJson = Omit<SessionOverview, 'total'> & { lines: CostJson[] }

const costJson = jsonObject<CostJson>({
  price: dishes.price,
  quantity: lines.quantity,
  rules: rulesOfDishSql,
  options: sql`(select coalesce(json_agg(json_build_object('price', price, 'quantity', 1)), '[]')
    from unnest(${lines.options}) chosen (id) join menu_options on menu_options.id = chosen.id)`,
})

/** Lists active sessions with a phone by table number. @param onlyId selects only this one, even without a phone */
export async function readOverviews(
  db: Reader,
  now: Date,
  timeZone: string,
  onlyId?: string,
): Promise<SessionOverview[]> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const overview = jsonObject<OverviewJson>({
    id: sessions.id,
    tableId: tables.id,
    tableNumber: tables.number,
    guests: sql`(select count(*) from ${participants} where ${whoSits})`,
    unproven: sql`(
      select count(*) from ${participants}
      where ${whoSits} and not ${participants.needsNoKey} and not ${isProvenSql})`,
    names: sql`array(
      select ${participants.name} from ${participants} where ${whoSits}
      order by ${participants.guestNumber} limit ${MAX_SEATS})`,
    lines: sql`(
      select ${jsonList(costJson, lines.id)} from ${lines}
      join ${dishes} on ${dishes.id} = ${lines.menuItemId}
      join ${categories} on ${categories.id} = ${dishes.categoryId}
      where ${lines.sessionId} = ${sessions.id} and ${isOrderableSql(now)})`,
    minutesLeft: sql`ceil(extract(epoch from ${sessions.expiresAt} - ${moment}) / 60)`,
  })
  const { rows } = await db.execute<{ overview: OverviewJson }>(sql`
    select ${overview} as overview from ${sessions} join ${tables} on ${tables.id} = ${sessions.tableId}
    where ${sessions.status} = 'active' and ${sessions.expiresAt} > ${moment}
      and ${onlyId === undefined ? sql`exists (select from ${participants} where ${whoSits})` : sql`${sessions.id} = ${onlyId}`}
    order by ${tables.number}`)
  return rows.map(({ overview: { lines: costs, ...overview } }) => {
    const priced = costs.map(({ price, options, rules, quantity }) => {
      return { price: portionSum(price, options, ruleAt(rules, now, timeZone)), quantity }
    })
    return { ...overview, total: linesTotal(priced) }
  })
}

export type CartLineRow = typeof lines.$inferSelect

/** A line, with the number of its options that name a dish: each is a line of the order. */
export interface SessionLine extends CartLineRow {
  parts: number
}

const linesQuery = prepared((db) =>
  db
    .select({
      ...getTableColumns(lines),
      parts: sql<number>`(select count(*)::int from menu_options
        where menu_options.id = any(${lines.options}) and menu_options.menu_item_id is not null)`,
    })
    .from(lines)
    .where(eq(lines.sessionId, sql.placeholder('sessionId')))
    .orderBy(asc(lines.id))
    .prepare('cart_lines'),
)

/** Lists the lines of a cart, in the order in which they were added. */
export function listLines(tx: Tx, sessionId: string): Promise<SessionLine[]> {
  return linesQuery(tx).execute({ sessionId })
}

export async function insertLine(tx: Tx, line: typeof lines.$inferInsert): Promise<void> {
  await tx.insert(lines).values(line)
}

export const updateLine = statement<Pick<CartLineRow, 'id' | 'quantity' | 'notes' | 'options'> & { now: Date }>(
  'update_cart_line',
  ({ id, quantity, notes, options, now }) =>
    `update shared_cart_items set quantity = ${quantity}, notes = ${notes}, options = ${options}::bigint[], updated_at = ${now}
    where id = ${id}`,
)

export const deleteLine = statement<Pick<CartLineRow, 'id'>>(
  'delete_cart_line',
  ({ id }) => `delete from shared_cart_items where id = ${id}`,
)

/** Stores the ids of a participant's last changes. @param refs the ids as JSON */
export const storeRefs = statement<{ id: string; refs: string; now: Date }>(
  'store_refs',
  ({ id, refs, now }) => `update session_participants set refs = ${refs}, updated_at = ${now} where id = ${id}`,
)

/** Clears the ready marks of participants, raises the cart's version and announces the session, in one statement. */
export const recordCartChange = statement<{ sessionId: string; unready: string[]; now: Date }>(
  'record_cart_change',
  ({ sessionId, unready, now }) => `with cleared as (
    update session_participants set is_ready = false where id = any(${unready}) and is_ready
  ), raised as (
    update shared_sessions set version = version + 1, updated_at = ${now} where id = ${sessionId}
  )
  select ${announcingSql(SESSION_TOPIC, `${sessionId}::text`)}`,
)

export function deleteLinesOf(tx: Tx, participantId: string): Promise<number> {
  return changedBy(tx.delete(lines).where(eq(lines.participantId, participantId)))
}

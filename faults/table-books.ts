import { isDeepStrictEqual } from 'node:util'
import { query } from '#server/testing/databases.ts'
import { guestShares, shownTable } from '../client/areas/shared-sessions/table-cart.ts'
import type { TablePhone } from './table-phone.ts'

interface Line {
  id: number
  participantId: string
  menuItemId: number
  quantity: number
  notes: string | null
  options: number[]
}

/** The active session of a table, as stored in the database. */
interface Session {
  id: string
  version: number
  participants: { id: string; isReady: boolean }[]
  lines: Line[]
  subtotals: Record<string, number>
}

const SESSION = (tableId: number) => `select s.id, s.version,
  (select coalesce(json_agg(json_build_object('id', p.id, 'isReady', p.is_ready) order by p.guest_number), '[]')
    from session_participants p where p.session_id = s.id and p.left_at is null) as participants,
  (select coalesce(json_agg(json_build_object('id', l.id, 'participantId', l.participant_id, 'menuItemId',
    l.menu_item_id, 'quantity', l.quantity, 'notes', l.notes, 'options', l.options) order by l.id), '[]')
    from shared_cart_items l where l.session_id = s.id) as lines,
  (select coalesce(json_object_agg(participant_id, subtotal), '{}') from (select l.participant_id,
    sum(l.quantity * (m.price + (select coalesce(sum(o.price), 0) from unnest(l.options) c (id)
      join menu_options o on o.id = c.id))) as subtotal from shared_cart_items l join menu_items m on m.id = l.menu_item_id
    where l.session_id = s.id group by 1) as shares) as subtotals
  from shared_sessions s where s.table_id = ${tableId} and s.status = 'active'`

/** Describes the differences between what phones show and the database; empty if there are none. */
export async function differences(url: string, tableId: number, phones: readonly TablePhone[]): Promise<string[]> {
  const [session] = (await query(url, SESSION(tableId))) as unknown as Session[]
  if (!session) return ['there is no active session']
  return phones.flatMap((phone) => {
    const { page, received } = phone
    if (!page) return [`${phone.name} shows nothing`]
    // The cart that the page shows, and the cart from the frames alone.
    const { lines, guests } = shownTable(page.state)
    const carts = [
      { version: page.state.cart?.version, participants: guests, lines },
      { version: received.version, participants: received.participants, lines: received.lines },
    ]
    const shares = guestShares(lines, guests, page.state.ownId)
    const subtotals = Object.fromEntries(shares.map(({ participantId, subtotal }) => [participantId, subtotal]))
    return carts.flatMap((cart) => differencesOf(phone, { ...cart, subtotals }, session))
  })
}

type TableView = Pick<Session, 'subtotals'> & {
  version: number | undefined
  participants: readonly { id: string; isReady: boolean }[]
  lines: readonly Line[]
}

function differencesOf(phone: TablePhone, { version, participants, lines, subtotals }: TableView, session: Session) {
  const shown = {
    id: phone.joined?.id,
    version,
    participants: participants.map(({ id, isReady }) => ({ id, isReady })),
    lines: lines
      .map(({ id, participantId, menuItemId, quantity, notes, options }) => ({
        id,
        participantId,
        menuItemId,
        quantity,
        notes,
        options: [...options].sort((a, b) => a - b),
      }))
      .sort((a, b) => a.id - b.id),
    subtotals,
  }
  if (isDeepStrictEqual(shown, { ...session })) return []
  return [`${phone.name} shows ${JSON.stringify(shown)}, the database has ${JSON.stringify(session)}`]
}

/** Describes each phone whose quantity of the counted dish is wrong. Call it once every change is confirmed. */
export function miscounted(phones: readonly TablePhone[], dish: number): string[] {
  return phones.flatMap((phone) => {
    const isTheirs = (line: Line) => line.participantId === phone.joined?.participant.id && line.menuItemId === dish
    const quantity = phone.received.lines.find(isTheirs)?.quantity ?? 0
    const { min, max, hasLeft } = phone.tally
    if (!hasLeft && min !== max) return [`${phone.name} has ${min} of ${max} changes confirmed: the others were lost`]
    if (quantity >= Math.min(99, min) && quantity <= max) return []
    return [`${phone.name} has ${quantity} of the counted dish, and added from ${min} to ${max}`]
  })
}

/** A completed session with its order. */
interface Completed {
  id: string
  order: number
  total: number
  sum: number
  /** Total in the response to completing. */
  placed: number
  /** The lines of the order, and those of the shared cart, as text. */
  ordered: string
  inCart: string
}

const COMPLETED = `select s.id, (s.placed->>'id')::int as order, (s.placed->>'total')::int as placed, o.total::int as total,
  (select sum(i.price * i.quantity)::int from order_items i where i.order_id = o.id) as sum,
  (select string_agg(line, ', ' order by line) from (select concat_ws(' ', i.guest_name, i.menu_item_id, i.quantity, i.notes,
    (select string_agg(c->>'id', '+' order by (c->>'id')::int) from jsonb_array_elements(i.options) c,
      generate_series(1, (c->>'quantity')::int))) as line from order_items i where i.order_id = o.id) x) as ordered,
  (select string_agg(line, ', ' order by line) from (select concat_ws(' ', p.name, l.menu_item_id, l.quantity, l.notes,
    (select string_agg(c::text, '+' order by c) from unnest(l.options) c)) as line from shared_cart_items l
    join session_participants p on p.id = l.participant_id where l.session_id = s.id) x) as "inCart"
  from shared_sessions s left join orders o on o.id = (s.placed->>'id')::int where s.status = 'completed'`
const COUNTS = `select (select count(*)::int from orders) as orders,
  (select count(*)::int from (select table_id from shared_sessions where status = 'active' group by 1 having count(*) > 1)
    as doubled) as doubled,
  (select count(*)::int from tables t where (status = 'occupied') <> (exists (select from orders o where
    o.table_id = t.id and o.status in ('pending', 'preparing', 'ready', 'delivered')) or exists
    (select from shared_sessions s where s.table_id = t.id and s.status = 'active'))) as tables`

/**
 * Describes each order that does not match its session, or that was reported to a phone but does not exist.
 * @param otherOrders the number of orders that belong to no session
 */
export async function faultsOfOrders(
  url: string,
  phones: readonly TablePhone[],
  otherOrders = 0,
): Promise<{ faults: string[]; orders: number }> {
  const completed = (await query(url, COMPLETED)) as unknown as Completed[]
  const [counts] = await query(url, COUNTS)
  const faults = completed.flatMap(({ id, order, total, sum, placed, ordered, inCart }) => [
    ...(total === sum && total === placed
      ? []
      : [`order ${order}: total ${total}, lines ${sum}, confirmed as ${placed}`]),
    ...(ordered === inCart ? [] : [`order ${order} of ${id} has ${ordered}, its cart ${inCart}`]),
  ])
  const distinct = new Set(completed.map(({ order }) => order)).size
  if (counts?.orders !== completed.length + otherOrders || distinct !== completed.length)
    faults.push(`${counts?.orders} orders, ${distinct} of them of ${completed.length} completed sessions`)
  if (counts?.doubled !== 0) faults.push('a table has two sessions')
  if (counts?.tables !== 0) faults.push('a table’s status does not match its orders and sessions')
  for (const { name, orders } of phones) {
    for (const { sessionId, orderId } of orders) {
      const stored = completed.find(({ id }) => id === sessionId)?.order
      if (stored !== orderId)
        faults.push(`${name} was notified of order ${orderId} of ${sessionId}, the database has ${stored}`)
    }
  }
  return { faults, orders: completed.length }
}

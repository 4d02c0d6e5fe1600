import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/index.ts'
import type { PageRef } from '#server/db/schema/index.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { SessionOverview, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { MAX_PRICE } from '#shared/domain/money.ts'

/** A session with all that is in it, as it stood at one moment. */
export interface Snapshot {
  status: 'active' | 'completed' | 'cancelled'
  version: number
  expiresAt: Date
  placed: Pick<PlacedOrder, 'id' | 'orderToken' | 'total'> | null
  /** Those whose phones came and who have not left, by guest number. */
  participants: { id: string; guestNumber: number; name: string; isReady: boolean; seenAt: string; refs: PageRef[] }[]
  lines: SharedLine[]
}

/** Reads a session in one statement, so that version, cart and people belong together. */
export async function readSnapshot(db: Database, sessionId: string): Promise<Snapshot | undefined> {
  const { rows } = await db.execute<{ status: Snapshot['status']; version: number; rest: Rest }>(sql`
    select session.status, session.version, json_build_object(
      'expiresAt', session.expires_at,
      'placed', session.placed,
      'participants', (
        select coalesce(json_agg(json_build_object('id', id, 'guestNumber', guest_number, 'name', name,
          'isReady', is_ready, 'seenAt', seen_at, 'refs', refs) order by guest_number), '[]')
        from session_participants where session_id = session.id and left_at is null and seen_at is not null),
      'lines', (
        select coalesce(json_agg(json_build_object('id', line.id, 'participantId', line.participant_id,
          'guestName', guest.name, 'menuItemId', dish.id, 'name', dish.name, 'nameRo', dish.name_ro,
          'price', dish.price, 'isOrderable', dish.is_active and category.is_active and dish.price <= ${MAX_PRICE},
          'quantity', line.quantity,
          'notes', line.notes) order by line.id), '[]')
        from shared_cart_items as line
        join session_participants as guest on guest.id = line.participant_id
        join menu_items as dish on dish.id = line.menu_item_id
        join menu_categories as category on category.id = dish.category_id
        where line.session_id = session.id)
    ) as rest
    from shared_sessions as session where session.id = ${sessionId}`)
  const [row] = rows
  if (!row) return undefined
  const { status, version, rest } = row
  return { status, version, ...rest, expiresAt: new Date(rest.expiresAt) }
}

type Rest = Omit<Snapshot, 'status' | 'version' | 'expiresAt'> & { expiresAt: string }

/** The sessions that go on, by table number. */
export async function readOverviews(db: Database, now: Date): Promise<SessionOverview[]> {
  const { rows } = await db.execute<{ overview: SessionOverview }>(sql`
    select json_build_object(
      'id', session.id,
      'tableId', place.id,
      'tableNumber', place.number,
      'guests', (
        select count(*) from session_participants
        where session_id = session.id and left_at is null and seen_at is not null),
      'total', (
        select coalesce(sum(line.quantity * dish.price), 0)
        from shared_cart_items as line join menu_items as dish on dish.id = line.menu_item_id
        where line.session_id = session.id),
      'minutesLeft', ceil(extract(epoch from session.expires_at - ${now.toISOString()}::timestamptz) / 60)
    ) as overview
    from shared_sessions as session join tables as place on place.id = session.table_id
    where session.status = 'active' and session.expires_at > ${now.toISOString()}::timestamptz
    order by place.number`)
  return rows.map(({ overview }) => overview)
}

import { type SQL, sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { SESSION_STATUSES } from '#shared/domain/table-state.ts'
import { identity, isBetween, isOneOf, moment, reference } from './columns.ts'
import { menuItems } from './menu.ts'
import { tables } from './tables.ts'

export const sharedSessions = pgTable(
  'shared_sessions',
  {
    /** Random, so that nobody can guess it. */
    id: text().primaryKey(),
    tableId: reference()
      .notNull()
      .references(() => tables.id, { onDelete: 'cascade' }),
    status: text({ enum: SESSION_STATUSES }).notNull().default('active'),
    version: integer().notNull().default(1),
    /** The response to the completion, with the order's token, which is repeated for repeated requests. */
    placed: jsonb().$type<PlacedOrder>(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('shared_sessions_one_at_table').on(table.tableId).where(sql`${table.status} = 'active'`),
    index().on(table.updatedAt),
    check('shared_sessions_status', isOneOf(table.status, SESSION_STATUSES)),
    check('shared_sessions_placed', sql`(${table.status} = 'completed') = (${table.placed} is not null)`),
  ],
)

export const sessionParticipants = pgTable(
  'session_participants',
  {
    id: text().primaryKey(),
    sessionId: text()
      .notNull()
      .references(() => sharedSessions.id, { onDelete: 'cascade' }),
    guestNumber: integer().notNull(),
    name: text().notNull(),
    isReady: boolean().notNull().default(false),
    /** SHA-256 of the token in the browser's cookie. */
    tokenHash: text().notNull(),
    /** The table key that this browser proved to know: it counts while it is the table's key. Null before that. */
    provenKey: text(),
    /** Whether an owner or a user of the floor joined, who needs no table key. */
    needsNoKey: boolean().notNull().default(false),
    refs: jsonb().$type<number[]>().notNull().default([]),
    /** When a phone of this participant was last known to be connected; null before the first connection. */
    seenAt: moment(),
    leftAt: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    unique('session_participants_browser').on(table.sessionId, table.tokenHash),
    unique('session_participants_number').on(table.sessionId, table.guestNumber),
  ],
)

/** SQL condition: who sits in a session; their phones have connected, and they have not left. */
export const whoSits: SQL = sql`(${sessionParticipants.sessionId} = ${sharedSessions.id}
  and ${sessionParticipants.seenAt} is not null and ${sessionParticipants.leftAt} is null)`

/** SQL condition: who sits in a session that is not over. */
export const whoSitsNow = (now: Date): SQL => sql`(${sharedSessions.status} = 'active'
  and ${sharedSessions.expiresAt} > ${now.toISOString()}::timestamptz and ${whoSits})`

export const sharedCartItems = pgTable(
  'shared_cart_items',
  {
    id: identity(),
    sessionId: text()
      .notNull()
      .references(() => sharedSessions.id, { onDelete: 'cascade' }),
    participantId: text()
      .notNull()
      .references(() => sessionParticipants.id, { onDelete: 'cascade' }),
    menuItemId: reference()
      .notNull()
      .references(() => menuItems.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
    notes: text(),
    options: bigint({ mode: 'number' }).array().notNull().default([]),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    index().on(table.sessionId),
    index().on(table.participantId),
    index().on(table.menuItemId),
    check('shared_cart_items_quantity', isBetween(table.quantity, 1, MAX_QUANTITY)),
  ],
)

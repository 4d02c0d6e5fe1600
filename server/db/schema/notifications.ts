import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { WHATSAPP_STOPS } from '#shared/contracts/whatsapp.ts'
import { identity, isOneOf, moment, reference } from './columns.ts'
import { orders } from './orders.ts'

/** The outbox to the owner. A message is written with its order, so that no crash loses it. */
export const whatsappMessages = pgTable(
  'whatsapp_messages',
  {
    id: identity(),
    orderId: reference().references(() => orders.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull(),
    /** How often the message may have been sent: an attempt in progress counts, and one whose outcome is unknown. */
    attempts: integer().notNull().default(0),
    /** When the provider accepted the message. */
    acceptedAt: moment(),
  },
  (table) => [
    index('whatsapp_messages_waiting').on(table.id).where(sql`${table.acceptedAt} is null`),
    index('whatsapp_messages_order').on(table.orderId),
  ],
)

/** The state of the WhatsApp connection, shared by the instances in one row. */
export const whatsappQueue = pgTable(
  'whatsapp_queue',
  {
    id: integer().primaryKey().default(1),
    /** Whether the instance that started last has an account; without one, no messages are written. */
    configured: boolean().notNull().default(false),
    /** Why the last message was not accepted, if somebody must act on it. */
    stoppedBy: text({ enum: WHATSAPP_STOPS }),
    lastAt: moment(),
    /** No message is sent before this time. */
    nextAt: moment(),
    failures: integer().notNull().default(0),
    /** The business day (YYYY-MM-DD) that `sentToday` counts. */
    countedDay: text(),
    /** Messages about orders that were, or may have been, sent on that day. */
    sentToday: integer().notNull().default(0),
    /** Until then only the instance that holds the lease sends messages. */
    leasedUntil: moment(),
  },
  (table) => [
    check('whatsapp_queue_one_row', sql`${table.id} = 1`),
    check('whatsapp_queue_stopped_by', isOneOf(table.stoppedBy, WHATSAPP_STOPS)),
  ],
)

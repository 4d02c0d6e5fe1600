import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { WHATSAPP_STOPS } from '#shared/contracts/whatsapp.ts'
import { identity, isOneOf, moment, reference } from './columns.ts'
import { orders } from './orders.ts'

/** What the owner is to be told on WhatsApp: written with the order, so that no crash loses it. */
export const whatsappMessages = pgTable(
  'whatsapp_messages',
  {
    id: identity(),
    /** The order that it tells of; null for a test. */
    orderId: reference().references(() => orders.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull(),
    /** How many messages may have told of it: one under way, and one whose outcome nobody knows. */
    tries: integer().notNull().default(0),
    /** When the service accepted it. */
    acceptedAt: moment(),
  },
  (table) => [
    index('whatsapp_messages_waiting').on(table.id).where(sql`${table.acceptedAt} is null`),
    index('whatsapp_messages_order').on(table.orderId),
  ],
)

/** One row: the state of the connection, which the instances share. */
export const whatsappQueue = pgTable(
  'whatsapp_queue',
  {
    id: integer().primaryKey().default(1),
    /** Whether the instance that started last has an account; while not, nothing is written. */
    configured: boolean().notNull().default(false),
    /** A hash of that account: with another one, what was stopped is tried again. */
    account: text(),
    stoppedBy: text({ enum: WHATSAPP_STOPS }),
    lastAt: moment(),
    /** No message goes before then. */
    nextAt: moment(),
    /** How often in a row a message was not accepted. */
    failures: integer().notNull().default(0),
    /** How many answers in a row were none that the service gives. */
    strangeAnswers: integer().notNull().default(0),
    /** The business day (YYYY-MM-DD) whose messages are counted. */
    countedDay: text(),
    /** Messages about orders that were sent on that day, or may have been. */
    sentToday: integer().notNull().default(0),
    /** How many messages of a flood there were: the spacing grows with them. */
    inFlood: integer().notNull().default(0),
    /** Until then one instance alone sends. */
    leasedUntil: moment(),
  },
  (table) => [
    check('whatsapp_queue_one_row', sql`${table.id} = 1`),
    check('whatsapp_queue_stopped_by', isOneOf(table.stoppedBy, WHATSAPP_STOPS)),
  ],
)

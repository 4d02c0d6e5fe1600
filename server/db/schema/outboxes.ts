import { isNull, sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { EVENT_TYPES, WEBHOOK_EVENTS } from '#shared/contracts/webhooks.ts'
import { WHATSAPP_STOPS } from '#shared/contracts/whatsapp.ts'
import { identity, isOneOf, moment, reference } from './columns.ts'
import { orders } from './orders.ts'

/** The addresses of other programs that want to hear of events (docs/product/programs.md#programs-events). */
export const webhooks = pgTable('webhooks', {
  id: identity(),
  url: text().notNull(),
  /** The key of the signatures, as it was shown: each event is signed anew. */
  secret: text().notNull(),
  /** The secret before this one, which signs too for a day after the moment at which it was replaced. */
  oldSecret: text(),
  secretReplacedAt: moment(),
  events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
  personal: boolean().notNull(),
  isActive: boolean().notNull().default(true),
  /** The first failure since the last success. */
  failingSince: moment(),
})

/** One event for one address. Triggers write it in the transaction of what happened; its data is read when it is sent. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: identity(),
    /** No foreign key, so that no order fails or waits because its address is being removed. */
    webhookId: reference().notNull(),
    type: text({ enum: EVENT_TYPES }).notNull(),
    /** The id of the order or the entry, or the day's number; null for the menu and for a test. */
    subjectId: reference(),
    createdAt: moment().notNull().default(sql`now()`),
    attempts: integer().notNull().default(0),
    /** When the last attempt began or, once it has ended, when it ended. */
    attemptedAt: moment(),
    isSending: boolean().notNull().default(false),
    /** When the delivery may be sent: null means at once. During an attempt, when another instance may send it. */
    nextAttemptAt: moment(),
    /** When it was delivered or given up; null while it waits. */
    endedAt: moment(),
    /** The status of the last response; null if there was none. */
    responseCode: integer(),
  },
  (table) => [
    index('webhook_deliveries_waiting').on(table.webhookId, table.id).where(isNull(table.endedAt)),
    // Orders look here (add_menu_event).
    index('webhook_deliveries_menu')
      .on(table.webhookId)
      .where(sql`${table.type} = 'menu.changed' and ${table.attempts} = 0 and ${table.endedAt} is null`),
  ],
)

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

import { isNull, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { EVENT_TYPES, WEBHOOK_EVENTS } from '#shared/contracts/webhooks.ts'
import { identity, moment, reference } from './columns.ts'

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

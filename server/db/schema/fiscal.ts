import { isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { FISCAL_KINDS, FISCAL_STATES, type FiscalReceipt, type MadeReceipt } from '#shared/contracts/fiscal.ts'
import { identity, isOneOf, moment } from './columns.ts'

/** The condition of a partial index: something may still have to be done. */
export const isLookedAt = ({ state, undoneAt, lateAnswer }: Record<'state' | 'undoneAt' | 'lateAnswer', SQLWrapper>) =>
  sql`(${state} in ('waiting', 'handed', 'refused', 'unclear') or ${undoneAt} is not null or ${lateAnswer} is not null)`

/**
 * Fiscal receipts and reports of the device's day. Lines and payments never change; a receipt that is withdrawn stays
 * (docs/decisions/063-fiscal-receipts.md).
 */
export const fiscalReceipts = pgTable(
  'fiscal_receipts',
  {
    id: identity(),
    kind: text({ enum: FISCAL_KINDS }).notNull(),
    /** The random name of its file; another one before it is handed over again. */
    name: text().notNull().unique(),
    /** The names under which it was handed over, in their order. */
    names: text().array().notNull().default([]),
    orderIds: bigint({ mode: 'number' }).array().notNull().default([]),
    /** The lines and payments that stand on it, on no other one. */
    itemIds: bigint({ mode: 'number' }).array().notNull().default([]),
    paymentIds: bigint({ mode: 'number' }).array().notNull().default([]),
    guestName: text(),
    taxNumber: text(),
    lines: jsonb().$type<FiscalReceipt['lines']>().notNull().default([]),
    payments: jsonb().$type<FiscalReceipt['payments']>().notNull().default([]),
    state: text({ enum: FISCAL_STATES }).notNull().default('waiting'),
    number: text(),
    code: text(),
    info: text(),
    at: moment().notNull(),
    /** The moment of its state. */
    changedAt: moment().notNull(),
    by: text().notNull(),
    decidedBy: text(),
    lateAnswer: jsonb().$type<NonNullable<MadeReceipt['lateAnswer']>>(),
    undoneAt: moment(),
    /** The number of the closed day in which it is counted. */
    day: integer(),
  },
  (table) => [
    index('fiscal_receipts_orders').using('gin', table.orderIds),
    index('fiscal_receipts_names').using('gin', table.names),
    index('fiscal_receipts_looked_at').on(table.id).where(isLookedAt(table)),
    index('fiscal_receipts_undated').on(table.state).where(isNull(table.day)),
    uniqueIndex('fiscal_receipts_handed').on(table.state).where(sql`${table.state} = 'handed'`),
    check('fiscal_receipts_kind', isOneOf(table.kind, FISCAL_KINDS)),
    check('fiscal_receipts_state', isOneOf(table.state, FISCAL_STATES)),
  ],
)

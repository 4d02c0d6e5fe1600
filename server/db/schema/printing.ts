import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { FiscalProfile } from '#shared/contracts/fiscal-device.ts'
import {
  JOB_KINDS,
  JOB_STATES,
  PRINTER_KINDS,
  PRINTER_MODES,
  PRINTER_STATES,
  type PrinterColumns,
  type PrinterDocument,
} from '#shared/domain/printing/printers.ts'
import { identity, isOneOf, moment, reference } from './columns.ts'
import { orders } from './orders.ts'

export const printers = pgTable(
  'printers',
  {
    id: identity(),
    name: text().notNull(),
    kind: text({ enum: PRINTER_KINDS }).notNull(),
    address: text(),
    port: integer().notNull(),
    /** False if a person has read a page of a printer that never answers. */
    answers: boolean().notNull().default(true),
    columns: integer().$type<PrinterColumns>().notNull(),
    mode: text({ enum: PRINTER_MODES }).notNull(),
    stations: jsonb().$type<number[]>().notNull(),
    documents: jsonb().$type<PrinterDocument[]>().notNull(),
    /** No foreign key: a removed printer just takes over nothing. */
    fallbackId: bigint({ mode: 'number' }),
    isActive: boolean().notNull(),
    /** What a fiscal device alone has. */
    profile: jsonb().$type<FiscalProfile>(),
    /** SHA-256 of the token of a printer that asks by itself. */
    tokenHash: text().unique(),
    /** The state at the printer's last contact. */
    state: text({ enum: PRINTER_STATES }).notNull().default('offline'),
    seenAt: moment(),
    lastAt: moment(),
    /** The instance that talks to the printer, and until when no other may. */
    leasedBy: text(),
    leasedUntil: moment(),
  },
  (table) => [
    check('printers_kind', isOneOf(table.kind, PRINTER_KINDS)),
    check('printers_address', sql`(${table.kind} = 'network') = (${table.address} is not null)`),
    check('printers_profile', sql`(${table.kind} = 'fiscal') = (${table.profile} is not null)`),
    check('printers_mode', isOneOf(table.mode, PRINTER_MODES)),
    check('printers_state', isOneOf(table.state, PRINTER_STATES)),
  ],
)

/** A job names what it is about and is drawn when it is sent (docs/decisions/059-print-jobs.md). */
export const printJobs = pgTable(
  'print_jobs',
  {
    id: identity(),
    /** No foreign key, so that no order fails or waits because its printer is being removed. */
    printerId: reference().notNull(),
    kind: text({ enum: JOB_KINDS }).notNull(),
    orderId: reference().references(() => orders.id, { onDelete: 'cascade' }),
    ticketId: integer(),
    tableId: reference(),
    /** The number of a closed day. */
    day: integer(),
    number: integer(),
    /** Whether a test page is sent to a device that has not answered as a printer. */
    isWithoutAnswer: boolean().notNull().default(false),
    /** 0 for what is printed for the first time. */
    copy: integer().notNull().default(0),
    state: text({ enum: JOB_STATES }).notNull().default('queued'),
    createdAt: moment().notNull(),
    /** When its sending began, or when it was ended; null while it waits. */
    changedAt: moment(),
    /** Whether it has been found late: it is told, and handed to another printer, once. */
    isLate: boolean().notNull().default(false),
    decision: text({ enum: ['again', 'there', 'drop'] }),
    /** Who asked for it; null for a ticket that prints by itself. */
    username: text(),
  },
  (table) => [
    unique('print_jobs_ticket').on(table.orderId, table.ticketId, table.printerId, table.copy),
    index('print_jobs_open').on(table.printerId, table.id).where(sql`${table.state} in ('queued', 'sending')`),
    index('print_jobs_undecided')
      .on(table.printerId)
      .where(sql`${table.state} in ('unconfirmed', 'failed') and ${table.decision} is null`),
    index('print_jobs_created').on(table.createdAt),
    check('print_jobs_kind', isOneOf(table.kind, JOB_KINDS)),
    check('print_jobs_state', isOneOf(table.state, JOB_STATES)),
  ],
)

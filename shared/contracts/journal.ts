import * as z from 'zod/mini'
import { DUTIES } from '../domain/access.ts'
import { endpoint } from './base/endpoint.ts'
import { id, idParam, isoMoment } from './base/fields.ts'

/** A kind's text is under `journal.<kind>` in the owners' dictionary (docs/product/accounts.md#journal-what). */
export const JOURNAL_KINDS = [
  'signed_in',
  'sign_in_refused',
  /** One row that counts the refused sign-ins of an hour without their own rows. */
  'sign_ins_refused',
  'user_created',
  /** One row that counts the registrations of an hour without their own rows. */
  'users_registered',
  'user_role',
  'user_duties',
  'user_removed',
  'user_link',
  'password_set',
  'settings_changed',
  'table_key',
  'menu_imported',
  'import_undone',
  'menu_bulk',
  'price_changed',
  'price_rule_added',
  'price_rule_changed',
  'price_rule_removed',
  'exported',
  'erased',
  'event_deleted',
  'payment_reversed',
  'till',
  'day_closed',
  'printer_added',
  'printer_changed',
  'printer_token',
  'printer_removed',
  'program_added',
  'program_removed',
  'webhook_added',
  'webhook_changed',
  'webhook_secret',
  'webhook_removed',
  'backup_made',
  'backup_link',
  'backup_restored',
  'restored_real',
] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]

/** The details of an entry; the kind decides which fields it has. None contains a guest's data. */
const detailsSchema = z.object({
  /** The username of the user whose account was changed. */
  user: z.optional(z.string()),
  role: z.optional(z.enum(['owner', 'staff'])),
  /** The duties that staff have after the change. */
  duties: z.optional(z.array(z.enum(DUTIES))),
  settings: z.optional(z.array(z.string())),
  /** Exported or erased (`menu`, `reports`, `customer`, `order`), imported (`csv`, `list`) or changed (`bulk`). */
  what: z.optional(z.string()),
  /** The dish whose price was changed, with both prices in minor units. */
  dish: z.optional(z.string()),
  from: z.optional(z.int()),
  to: z.optional(z.int()),
  /** The name of a price rule. */
  rule: z.optional(z.string()),
  /** How many rows, dishes or attempts. */
  count: z.optional(z.int()),
  /** How many dishes an import added; `count` is the number that it changed. */
  added: z.optional(z.int()),
  order: z.optional(z.int()),
  event: z.optional(z.int()),
  day: z.optional(z.int()),
  /** The sum taken back, put into the till or taken out, in minor units. */
  amount: z.optional(z.int()),
  table: z.optional(z.int()),
  printer: z.optional(z.string()),
  /** The name of a program with a token, or the host of an address that hears of events. */
  program: z.optional(z.string()),
  /** Whether that program may read who ordered, or is sent it. */
  personal: z.optional(z.boolean()),
  backup: z.optional(z.string()),
})
export type JournalDetails = z.infer<typeof detailsSchema>

export const journalEntrySchema = z.object({
  id,
  at: isoMoment,
  kind: z.enum(JOURNAL_KINDS),
  /** The signed-in user who did it; null if nobody was signed in. */
  username: z.nullable(z.string()),
  /** The address of the request, as limits count it; null for the server itself. */
  address: z.nullable(z.string()),
  details: detailsSchema,
})
export type JournalEntry = z.infer<typeof journalEntrySchema>

const JOURNAL_PER_PAGE = 200

export const getJournal = endpoint('GET', '/api/journal', 'owner', {
  summary: 'Who signed in, and who changed, exported or erased what, the newest first.',
  query: z.object({
    /** Only entries older than the one with this id. */
    before: z.optional(idParam),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(JOURNAL_PER_PAGE)), JOURNAL_PER_PAGE),
  }),
  response: z.object({
    entries: z.array(journalEntrySchema),
    /** The `before` of the next page; null after the last one. */
    before: z.nullable(id),
  }),
})

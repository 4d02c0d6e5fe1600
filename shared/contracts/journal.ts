/**
 * What the journal notes (docs/product.md#journal-what). A kind names what happened; its words are in the owners'
 * dictionary under `journal.<kind>`.
 */
export const JOURNAL_KINDS = [
  'signed_in',
  'sign_in_refused',
  /** One row for the refused sign-ins of an hour that have no row of their own. */
  'sign_ins_refused',
  'user_created',
  'user_role',
  'user_removed',
  'password_set',
  'settings_changed',
  'table_key',
  'menu_imported',
  'import_undone',
  'menu_bulk',
  'price_changed',
  'exported',
  'erased',
] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]

/** What a kind says beside its name; which fields it has depends on the kind. None ever holds a guest's data. */
export interface JournalDetails {
  /** The username of whom it was done to. */
  user?: string
  role?: 'owner' | 'staff'
  /** The names of the settings that were changed. */
  settings?: string[]
  /** What was exported or erased: `menu`, `reports`, `customer`, `order`. */
  what?: string
  /** The dish whose price was changed, with both prices in minor units. */
  dish?: string
  from?: number
  to?: number
  /** How many rows, dishes or attempts. */
  count?: number
  /** The number of a table. */
  table?: number
}

import type { Access } from '#shared/domain/access.ts'
import type { Tab, View } from './dashboard.ts'

/** Every address of the product's pages. */
export const paths = {
  landing: '/',
  menu: '/menu',
  /** @param key of the table's code, where one is needed (docs/product/tables.md#tables-keys) */
  menuOfTable: (tableId: number, key?: string | null) =>
    `/menu?table=${tableId}${key ? `&key=${encodeURIComponent(key)}` : ''}` as const,
  auth: '/auth',
  order: '/order',
  /** Another page of the build, as those of staff are: a link to it loads it. */
  reserve: '/reserve',
  dashboard: '/dashboard',
  kitchen: '/kitchen',
  floor: '/floor',
  /** @param more the part of the tab, or the dialog to open in it (`useOpenByAddress`) */
  dashboardTab: (tab: Tab, more: { list?: string; open?: string } = {}) =>
    `/dashboard?${new URLSearchParams({ tab, ...more })}` as const,
  dashboardView: (view: View) => `/dashboard?view=${view}` as const,
} as const

/** What an entry of the history keeps beside its address and its layers; a reload and Back find it again. */
interface EntryState {
  /** The floor went to this entry itself, so that closing what it shows goes back. */
  isOpenedHere?: true
  /** The day of this report was just closed and is not printed yet. */
  isUnprinted?: true
  /** The access that a user lacked, who was sent to sign-in. */
  refused?: Access
}

const current = () => (history.state ?? {}) as EntryState

export const entry = {
  get: <Field extends keyof EntryState>(field: Field): EntryState[Field] => current()[field],

  set(changes: EntryState, address?: string): void {
    history.replaceState({ ...current(), ...changes }, '', address)
  },

  /** The state of another entry; an open layer has no part in it. */
  of: (state: EntryState): EntryState => state,
}

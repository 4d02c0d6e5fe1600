import { create } from 'zustand'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Order } from '#shared/contracts/orders.ts'
import type { TagKey } from '#shared/domain/menu/filter.ts'
import type { DishLine } from '#shared/domain/orders/cart.ts'
import type { SettingsTab } from '../browser/dashboard.ts'

/** The dialogs that are opened from afar, such as from a card that they outlast, and what each is about. */
export interface Dialogs {
  /** The sheet in which the guest calls the waiter. */
  calls: true
  /** The guest's filter of the menu. */
  filter: true
  /** The fiscal receipts that nobody has settled. */
  fiscal: true
  /** A dish above the cart: a line of it that is changed, or a dish that is added. */
  line: { item: MenuItem; line?: DishLine | undefined }
  /** What opens above the menu; of a dish its sheet, with `facts` its nutrition unfolded. */
  menu: { kind: 'about' | 'facts' | 'zoom'; item: MenuItem } | { kind: 'tag'; tag: TagKey } | { kind: 'search' }
  /** An order, by its id. */
  moveOrder: number
  /** The panel in which an order is taken; without a table by telephone. */
  newOrder: { tableId: number | null }
  pay: number
  pickup: number
  /** This device's own printer. */
  printer: true
  /** Those on the network. */
  printers: true
  /** A reservation; right after it was made, with the path of the guest's own page; or to choose other tables, and why. */
  reservation: { id: number; link?: string | undefined; noTable?: string | undefined }
  /** One of its tabs, or the first; a phone lists them first. */
  settings: SettingsTab | 'first'
  /** A line, by its id, and its order. */
  takeOff: { id: number; orderId: number }
  /** An order that was to be completed: how was it paid? */
  unpaid: { id: number; order: Order; due: number }
}
export type DialogName = keyof Dialogs

const useOpen = create<{ [Name in DialogName]?: Dialogs[Name] | undefined }>(() => ({}))

export const openDialog = <Name extends DialogName>(name: Name, subject: Dialogs[Name]): void =>
  useOpen.setState({ [name]: subject })
/** @param subject closes it only while it is open for this subject: what ends late must not close another one's */
export const closeDialog = <Name extends DialogName>(name: Name, subject = openedDialog(name)): void => {
  if (subject === openedDialog(name)) useOpen.setState({ [name]: undefined })
}
export const closeDialogs = (): void => useOpen.setState({}, true)
/** What the dialog is open for; undefined while it is closed. */
export const openedDialog = <Name extends DialogName>(name: Name): Dialogs[Name] | undefined => useOpen.getState()[name]
export const useOpenedDialog = <Name extends DialogName>(name: Name): Dialogs[Name] | undefined =>
  useOpen((opened) => opened[name])

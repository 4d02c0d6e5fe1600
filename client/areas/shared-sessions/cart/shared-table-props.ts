import type { ReactNode } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { CartLine } from '#shared/domain/orders/cart.ts'
import type { CarriedLine } from '../engine/carry-over.ts'
import type { PlacedAtTable } from '../engine/table-page.ts'
import type { RefusedOrder, sharedCart, TableOfSession } from '../table-store.ts'

/** A line of the phone's own cart, with the names and price of its dish. */
export interface OwnLine extends CartLine {
  dish: { id: number; name: string; nameRo: string; price: number }
}

/** What the menu page passes to the shared table. */
export interface SharedTableProps {
  table: TableOfSession & { label: string | null }
  /** Joining needs the key of the table's code, which this phone does not have. */
  mustScan: boolean
  items: readonly MenuItem[]
  isOpen: boolean
  onClose: () => void
  /** Called once the drawer's code is loaded. */
  onLoaded: () => void
  /** Makes the menu fill the table's cart instead of the phone's own. @returns a function that undoes this */
  switchCart: (cart: typeof sharedCart) => () => void
  /** The lines of the phone's own cart; `onCarriedOver` removes them from it once they are in the table's. */
  ownLines: readonly OwnLine[]
  onCarriedOver: (lines: readonly OwnLine[]) => void
  /** Puts dishes that the session did not order back into the phone's own cart. */
  onGivenBack: (lines: readonly CarriedLine[]) => void
  /** The cart became an order; called once on every phone. */
  onPlaced: (placed: PlacedAtTable & { tableNumber: number }) => void
  /** Called with the session's table: the page's own one, or another one after the session was moved. */
  onAtTable: (table: TableOfSession) => void
  announce: (text: string) => void
  /** Notice, rendered by the page, about this phone's own undecided order, sent before it joined. */
  ownAttempt: ReactNode
  /** Notice, rendered by the page, why an order was rejected and what the guest can do. */
  refusalNotice: (
    refused: RefusedOrder,
    isInCart: (dishId: number) => boolean,
    remove: (dishIds: number[]) => void,
  ) => ReactNode
}

import type { ReactNode } from 'react'
import type { MenuItem } from '#shared/contracts/menu.ts'
import type { CartLine } from '#shared/domain/cart.ts'
import type { CarriedLine } from './engine/carry-over.ts'
import type { PlacedAtTable } from './engine/table-page.ts'
import type { Refused, TableOfSession, tablePlace } from './table-store.ts'

export interface OwnLine extends CartLine {
  dish: { id: number; name: string; nameRo: string; price: number }
}

export interface SharedTableProps {
  table: TableOfSession
  /** Joining needs the key of the table's code, which this phone does not have. */
  mustScan: boolean
  items: readonly MenuItem[]
  isOpen: boolean
  onClose: () => void
  /** Called once the drawer's code is loaded. */
  onDrawn: () => void
  /** Makes the menu fill the table's cart instead of the phone's own. @returns a function that undoes this */
  replaceCart: (place: typeof tablePlace) => () => void
  /** The lines of the phone's own cart; `onCarriedOver` removes them there once the table has them. */
  ownLines: readonly OwnLine[]
  onCarriedOver: (lines: readonly OwnLine[]) => void
  /** Puts dishes that the table has not taken back into the phone's own cart. */
  onGivenBack: (lines: readonly CarriedLine[]) => void
  /** The cart became an order; called once on every phone. */
  onPlaced: (placed: PlacedAtTable & { tableNumber: number }) => void
  /** The session is at this table: the one that the page knows, or another one since it was moved. */
  onAtTable: (table: TableOfSession) => void
  announce: (text: string) => void
  /** This phone's own order that is not decided, made before it sat down: drawn by the page. */
  ownAttempt: ReactNode
  /** Why an order was refused, and what can be done: drawn by the page. */
  refusalNotice: (
    refused: Refused,
    isInCart: (dishId: number) => boolean,
    remove: (dishIds: number[]) => void,
  ) => ReactNode
}

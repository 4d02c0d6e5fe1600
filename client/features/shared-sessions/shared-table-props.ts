import type { ReactNode } from 'react'
import type { MenuItem } from '#shared/contracts/menu.ts'
import type { CartLine } from '#shared/domain/cart.ts'
import type { CarriedLine } from '#shared/domain/shared-sessions/carry-over.ts'
import type { PlacedAtTable } from '#shared/domain/shared-sessions/table-page.ts'
import type { Refused, tablePlace } from './table-store.ts'

export interface OwnLine extends CartLine {
  dish: { id: number; name: string; nameRo: string; price: number }
}

export interface SharedTableProps {
  table: { id: number; number: number }
  items: readonly MenuItem[]
  isOpen: boolean
  onClose: () => void
  /** The drawer's code is here. */
  onDrawn: () => void
  /** Puts the table's cart in the place of the phone's own; what it returns takes that back. */
  replaceCart: (place: typeof tablePlace) => () => void
  /** What lies in the phone's own cart, to be carried over, and how it is taken out there. */
  ownLines: readonly OwnLine[]
  onCarriedOver: (lines: readonly OwnLine[]) => void
  /** Puts dishes back there that the table has not taken. */
  onGivenBack: (lines: readonly CarriedLine[]) => void
  /** The cart became an order; called once on every phone. */
  onPlaced: (placed: PlacedAtTable & { tableNumber: number }) => void
  announce: (text: string) => void
  /** Why an order was refused, and what can be done: drawn by the page. */
  refusalNotice: (
    refused: Refused,
    isInCart: (dishId: number) => boolean,
    remove: (dishIds: number[]) => void,
  ) => ReactNode
}

import { create } from 'zustand'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { LineInCart } from './cart-store.ts'

/** The sheet of a dish that opens from the cart: for a line that is changed, or for a dish that is added. */
interface LineSheet {
  shown?: { item: MenuItem; line?: LineInCart | undefined }
  open: boolean
}

export const useLineSheet = create<LineSheet>(() => ({ open: false }))

/** Opens the sheet of a dish above the cart. @param line the line of this phone that it changes */
export function openLineSheet(item: MenuItem, line?: LineInCart): void {
  useLineSheet.setState({ shown: { item, line }, open: true })
}

import type { MenuItem } from '#shared/contracts/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import type { CarriedLine } from '#shared/domain/shared-sessions/carry-over.ts'
import { RefusalNotice } from '../../entities/order/index.ts'
import { announceToScreenReader, cart, replaceCart, useCart } from '../../features/cart/index.ts'
import { useCheckout } from '../../features/checkout/index.ts'
import { type PlacedAtTable, SharedTable } from '../../features/shared-sessions/index.ts'
import { useLanguage } from '../../lib/use-language.ts'

const NONE: never[] = []

interface TableCartProps {
  table: { id: number; number: number }
  items: readonly MenuItem[]
  onPlaced: (placed: PlacedAtTable & { tableNumber: number }) => void
}

/** The shared cart of the table that is set, in the place of the phone's own once it has joined. */
export default function TableCart({ table, items, onPlaced }: TableCartProps) {
  const language = useLanguage()
  const lines = useCart((state) => state.lines)
  const isOpen = useCart((state) => state.isOpen)
  const { phase } = useCheckout()
  const nameOf = (menuItemId: number) => {
    const dish = items.find(({ id }) => id === menuItemId)
    return dish && nameIn(language, dish)
  }
  return (
    <SharedTable
      table={table}
      items={items}
      isOpen={isOpen}
      onClose={cart.close}
      onDrawn={cart.drawn}
      replaceCart={replaceCart}
      // What was sent, with its outcome still open, must not go to the kitchen once more from the table's cart.
      ownLines={phase === 'sending' || phase === 'open' ? NONE : lines}
      onCarriedOver={carriedOver}
      onGivenBack={givenBack}
      onPlaced={onPlaced}
      announce={announceToScreenReader}
      refusalNotice={(refused, isInCart, onRemove) => (
        <RefusalNotice {...refused} nameOf={nameOf} isInCart={isInCart} onRemove={onRemove} />
      )}
    />
  )
}

function carriedOver(lines: readonly { dish: { id: number }; quantity: number }[]): void {
  cart.takeOrdered(lines.map(({ dish, quantity }) => ({ menuItemId: dish.id, quantity })))
}

function givenBack(lines: readonly CarriedLine[]): void {
  // The menu repairs what a change does not name.
  cart.putBack(lines.map((line) => ({ ...line, dish: { imageUrl: '', tags: [], ...line.dish } })))
}

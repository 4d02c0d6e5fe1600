import { Suspense } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { announceToScreenReader, cart, replaceCart, useCart } from '../../areas/cart/index.ts'
import { AttemptNotice, isUndecided, phaseOf, useCheckout } from '../../areas/checkout/index.ts'
import { RefusalNotice } from '../../areas/orders/index.ts'
import { type CarriedLine, type PlacedAtTable, SharedTable } from '../../areas/shared-sessions/index.ts'
import { wasSignedIn } from '../../lib/browser/was-signed-in.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import type { GuestTable } from './use-guest-table.ts'

const NO_LINES: never[] = []

interface TableCartProps {
  table: NonNullable<GuestTable['table']>
  items: readonly MenuItem[]
  onPlaced: (placed: PlacedAtTable & { tableNumber: number }) => void
  onAtTable: GuestTable['moveTo']
}

/** The shared cart of the table, which replaces the phone's own cart once the phone has joined. */
export default function TableCart({ table, items, onPlaced, onAtTable }: TableCartProps) {
  const language = useLanguage()
  const lines = useCart((state) => state.lines)
  const isOpen = useCart((state) => state.isOpen)
  const attempt = useCheckout()
  const { tableKeysRequired } = useSettings()
  const nameOf = (menuItemId: number) => {
    const dish = items.find(({ id }) => id === menuItemId)
    return dish && nameIn(language, dish)
  }
  return (
    <SharedTable
      table={table}
      // Owners need no key. Only the server knows whether the signed-in user is one.
      mustScan={tableKeysRequired && table.key === null && !wasSignedIn()}
      items={items}
      isOpen={isOpen}
      onClose={cart.close}
      onLoaded={cart.drawerLoaded}
      switchCart={replaceCart}
      // Lines of an undecided attempt must not be ordered a second time with the table's cart.
      ownLines={isUndecided(attempt) ? NO_LINES : lines}
      onCarriedOver={removeCarriedOver}
      onGivenBack={putBack}
      onPlaced={onPlaced}
      onAtTable={onAtTable}
      announce={announceToScreenReader}
      ownAttempt={
        phaseOf(attempt) && (
          <Suspense fallback={null}>
            <AttemptNotice className="mt-4" />
          </Suspense>
        )
      }
      refusalNotice={(refused, isInCart, onRemove) => (
        <RefusalNotice {...refused} nameOf={nameOf} isInCart={isInCart} onRemove={onRemove} />
      )}
    />
  )
}

function removeCarriedOver(lines: readonly { dish: { id: number }; quantity: number }[]): void {
  cart.removeOrdered(lines.map(({ dish, quantity }) => ({ menuItemId: dish.id, quantity })))
}

function putBack(lines: readonly CarriedLine[]): void {
  // A line given back has no picture and tags; they are filled in from the menu.
  cart.putBack(lines.map((line) => ({ ...line, dish: { imageUrl: '', tags: [], ...line.dish } })))
}

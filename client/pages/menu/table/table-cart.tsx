import { Suspense } from 'react'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { RefusalNotice } from '../../../entities/order/index.ts'
import { useSettings } from '../../../entities/settings/index.ts'
import { wasSignedIn } from '../../../features/accounts/index.ts'
import { announceToScreenReader, cart, replaceCart, useCart } from '../../../features/cart/index.ts'
import { AttemptNotice, isUndecided, phaseOf, useCheckout } from '../../../features/checkout/index.ts'
import { type CarriedLine, type PlacedAtTable, SharedTable } from '../../../features/shared-sessions/index.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import type { GuestTable } from './use-guest-table.ts'

const NONE: never[] = []

interface TableCartProps {
  table: NonNullable<GuestTable['table']>
  items: readonly MenuItem[]
  onPlaced: (placed: PlacedAtTable & { tableNumber: number }) => void
  onAtTable: GuestTable['sitAt']
}

/** The shared cart of the table that is set, in the place of the phone's own once it has joined. */
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
      // Owners need no key; whether somebody who signed in here is one, the server knows.
      mustScan={tableKeysRequired && table.key === null && !wasSignedIn()}
      items={items}
      isOpen={isOpen}
      onClose={cart.close}
      onDrawn={cart.drawn}
      replaceCart={replaceCart}
      // Lines of an attempt that is not decided must not reach the kitchen a second time through the table's cart.
      ownLines={isUndecided(attempt) ? NONE : lines}
      onCarriedOver={carriedOver}
      onGivenBack={givenBack}
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

function carriedOver(lines: readonly { dish: { id: number }; quantity: number }[]): void {
  cart.takeOrdered(lines.map(({ dish, quantity }) => ({ menuItemId: dish.id, quantity })))
}

function givenBack(lines: readonly CarriedLine[]): void {
  // The menu fills in the picture and tags, which a line given back does not carry.
  cart.putBack(lines.map((line) => ({ ...line, dish: { imageUrl: '', tags: [], ...line.dish } })))
}

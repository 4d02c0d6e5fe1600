import { NotebookPen, X } from 'lucide-react'
import { useRef } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { SharedLine } from '#shared/contracts/shared-sessions.ts'
import { nameIn } from '#shared/domain/language.ts'
import { isSoldOut } from '#shared/domain/menu/filter.ts'
import { hasPortion } from '#shared/domain/menu/published-dish.ts'
import { roomForNotes } from '#shared/domain/orders/cart.ts'
import { cartOptions } from '#shared/domain/orders/cart-repair.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { focusNeighbour, LineNote, LineStepper, useTranslation } from '../../ui/index.ts'
import { announceToScreenReader, CartLineView, groupsOfDish, LineChoice, useGuestOptions } from '../cart/index.ts'
import { useSeated } from './joining.tsx'
import { keyOfLine } from './table-cart.ts'
import { changeSharedCart } from './table-store.ts'

const NO_GROUPS: never[] = []

/** A line of the shared cart: the guest's own with stepper and note, another guest's with a remove button. */
export function SharedCartRow({ line, dish, isOwn }: { line: SharedLine; dish: MenuItem | undefined; isOwn: boolean }) {
  const { t } = useTranslation()
  const { menuItemId, quantity, notes, options } = line
  const key = keyOfLine(line)
  const { data } = useGuestOptions(options.length > 0)
  const groups = (dish && groupsOfDish(dish, data)) ?? data ?? NO_GROUPS
  const hasGroups = dish !== undefined && dish.optionGroupIds.length > 0
  const isUnfit = !line.isOrderable && hasGroups && !isSoldOut(dish)
  const name = nameIn(useTranslation().language, line)
  const room = useSeated(({ shown }) =>
    roomForNotes(shown.lines.map((other) => (other.id === line.id ? '' : other.notes))),
  )
  const taken = useSeated(({ shown }) =>
    shown.lines.reduce((sum, other) => (other.menuItemId === menuItemId ? sum + other.quantity : sum), 0),
  )
  const row = useRef<HTMLLIElement>(null)

  function setQuantity(next: number) {
    // The row is about to be removed: focus must stay in the drawer.
    if (next === 0) focusNeighbour(row.current)
    const isAccepted =
      next > quantity
        ? changeSharedCart({
            kind: 'add',
            dish: { id: menuItemId, name: line.name, nameRo: line.nameRo, price: line.price },
            quantity: 1,
            options,
            notes,
          })
        : changeSharedCart({ kind: 'set', menuItemId, line: key, quantity: next })
    if (isAccepted)
      announceToScreenReader(next > 0 ? t('cart.changed', { name, count: next }) : t('cart.removed', { name }))
  }

  return (
    <CartLineView
      ref={row}
      dish={{ imageUrl: '', tags: [], ...dish, id: menuItemId, name: line.name, nameRo: line.nameRo }}
      name={name}
      price={line.price}
      quantity={quantity}
      soldOut={line.isOrderable ? undefined : t(isUnfit ? 'cart.unfitLine' : 'sharedTable.soldOut')}
      actions={
        isOwn ? (
          <LineStepper
            name={name}
            quantity={quantity}
            mayAdd={line.isOrderable && (!dish || hasPortion(dish, taken))}
            onChange={setQuantity}
          />
        ) : (
          <button
            type="button"
            aria-label={t('sharedTable.removeOf', { name, guest: line.guestName })}
            title={t('sharedTable.removeOf', { name, guest: line.guestName })}
            onClick={() => {
              focusNeighbour(row.current)
              if (changeSharedCart({ kind: 'remove', itemId: line.id }))
                announceToScreenReader(t('cart.removed', { name }))
            }}
            className="disc size-11 bg-sunk text-muted hover:bg-line hover:text-ink"
          >
            <X className="size-[18px]" />
          </button>
        )
      }
    >
      {options.length > 0 || (isOwn && hasGroups) ? (
        <LineChoice
          options={cartOptions(groups, options)}
          notes={notes ?? ''}
          name={name}
          mustChoose={isUnfit}
          onChange={
            isOwn && dish && (line.isOrderable || isUnfit)
              ? () => openDialog('line', { item: dish, line: { key, quantity, notes: notes ?? '', options } })
              : undefined
          }
        />
      ) : isOwn ? (
        <LineNote
          name={name}
          notes={notes ?? ''}
          room={room}
          onDone={(note) => changeSharedCart({ kind: 'set', menuItemId, line: key, quantity, notes: note || null })}
        />
      ) : (
        notes && (
          <p className="col-span-full mt-0.5 flex items-start gap-1.5 text-accent text-sm">
            <NotebookPen className="mt-0.5 size-3.5 shrink-0" />
            <span className="min-w-0 break-words">{notes}</span>
          </p>
        )
      )}
    </CartLineView>
  )
}

import { Minus, Pencil, Plus, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_LINE_NOTES, MAX_QUANTITY } from '#shared/domain/cart.ts'
import { nameIn } from '#shared/domain/language.ts'
import { DishPicture } from '../../lib/dish-picture.tsx'
import { useMoney } from '../../lib/settings.ts'
import { useLanguage } from '../../lib/use-language.ts'
import { TextInput } from '../../ui/field.tsx'
import { announce } from './announcer.tsx'
import { cart } from './cart-store.ts'
import type { DishLine } from './stored-cart.ts'

const STEP = 'grid size-11 place-items-center rounded-full hover:bg-line disabled:text-muted disabled:opacity-50'

/** A dish in the cart: picture, name, price times quantity, its note, the stepper, and the way out. */
export function CartRow({ line }: { line: DishLine }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { dish, quantity } = line
  const name = nameIn(useLanguage(), dish)
  const row = useRef<HTMLLIElement>(null)

  function set(next: number) {
    // The row is about to go: focus must not fall off the drawer.
    if (next === 0) neighbourOf(row.current)?.focus()
    cart.setQuantity(dish.id, next)
    announce(next > 0 ? t('cart.changed', { name, count: next }) : t('cart.removed', { name }))
  }

  return (
    <li ref={row} className="flex gap-3.5 py-3.5">
      <DishPicture dish={dish} sizes="96px" className="size-[54px] shrink-0 rounded-[13px]" />
      <div className="min-w-0 flex-1">
        <p className="text-[15.5px] font-semibold leading-snug">{name}</p>
        <p className="figures mt-0.5 text-sm text-muted">
          {format(dish.price)} × {quantity}
        </p>
        <LineNote line={line} name={name} />
      </div>
      <div className="flex shrink-0 flex-col items-end justify-between gap-1">
        <div className="flex h-11 items-center rounded-full bg-sunk">
          <button
            type="button"
            className={STEP}
            aria-label={quantity > 1 ? t('menu.less', { name }) : t('cart.remove', { name })}
            onClick={() => set(quantity - 1)}
          >
            {quantity > 1 ? (
              <Minus aria-hidden="true" className="size-[17px]" />
            ) : (
              <Trash2 aria-hidden="true" className="size-[17px]" />
            )}
          </button>
          <span className="figures min-w-5 text-center font-bold">{quantity}</span>
          <button
            type="button"
            className={STEP}
            aria-label={t('menu.more', { name })}
            disabled={quantity >= MAX_QUANTITY}
            onClick={() => set(quantity + 1)}
          >
            <Plus aria-hidden="true" className="size-[17px]" />
          </button>
        </div>
        {quantity > 1 && (
          <button
            type="button"
            aria-label={t('cart.remove', { name })}
            title={t('cart.remove', { name })}
            onClick={() => set(0)}
            className="grid size-8 place-items-center rounded-full text-muted hover:bg-sunk hover:text-ink"
          >
            <X aria-hidden="true" className="size-[17px]" />
          </button>
        )}
      </div>
    </li>
  )
}

/** Where the focus goes when a row goes: into the next one, or the one before, or onto the drawer itself. */
function neighbourOf(row: HTMLElement | null): HTMLElement | null | undefined {
  const other = row?.nextElementSibling ?? row?.previousElementSibling
  return other ? other.querySelector('button') : row?.closest<HTMLElement>('[role=dialog]')
}

function LineNote({ line: { dish, notes }, name }: { line: DishLine; name: string }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const byKey = useRef(false)
  // The field goes with the key that ends it: the focus must not fall off the page.
  useEffect(() => {
    if (!editing && byKey.current) opener.current?.focus()
    byKey.current = false
  }, [editing])
  if (editing) {
    return (
      <TextInput
        autoFocus
        aria-label={t('cart.noteFor', { name })}
        placeholder={t('cart.notePlaceholder')}
        maxLength={MAX_LINE_NOTES}
        enterKeyHint="done"
        value={notes ?? ''}
        onChange={(event) => cart.setNotes(dish.id, event.target.value)}
        onBlur={() => setEditing(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') {
            event.stopPropagation()
            // Enter would press the button that takes the field's place.
            event.preventDefault()
            byKey.current = true
            setEditing(false)
          }
        }}
        className="mt-1.5 h-10"
      />
    )
  }
  return (
    <button
      type="button"
      ref={opener}
      onClick={() => setEditing(true)}
      className="-ml-1 mt-0.5 inline-flex min-h-8 items-center gap-1.5 rounded-md px-1 text-left text-sm text-accent"
    >
      <Pencil aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 break-words">
        {notes || t('cart.addNote')}
        <span className="sr-only"> ({t('cart.noteFor', { name })})</span>
      </span>
    </button>
  )
}

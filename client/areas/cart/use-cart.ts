import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type Named, nameIn } from '#shared/domain/language.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { toast } from '../../ui/toast/store.ts'
import { type Cart, cart, cartStore } from './cart-store.ts'
import { cartDishOf } from './stored-cart.ts'

/** A part of the cart; re-renders only when that part changes. */
export function useCart<Part>(select: (cart: Cart) => Part): Part {
  return useStore(cartStore, select)
}

/**
 * Updates the cart whenever the menu is loaded or changes, and shows a toast with the dishes that are gone, sold out or
 * have another price.
 */
export function useCartRepair(items: readonly MenuItem[] | undefined): void {
  const { t } = useTranslation()
  useEffect(() => {
    if (!items) return
    const { gone, repriced, unreadable } = cart.repair(items.map(cartDishOf))
    const soldOut = cart.recordSoldOut(items.flatMap(({ id, soldOutUntil }) => (soldOutUntil === null ? [] : [id])))
    const [title, ...rest] = [
      gone.length > 0 && t('cart.gone', { names: namesOf(gone) }),
      soldOut.length > 0 && t('cart.soldOut', { names: namesOf(soldOut) }),
      unreadable && t('cart.unreadable'),
      repriced.length > 0 && t('cart.repriced', { names: namesOf(repriced) }),
    ].filter((sentence) => sentence !== false)
    if (title) toast({ title, description: rest.join(' · ') || undefined })
  }, [items, t])
}

function namesOf(dishes: readonly Named[]): string {
  return dishes.map((dish) => nameIn(currentLanguage(), dish)).join(', ')
}

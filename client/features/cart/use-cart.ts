import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { type Named, nameIn } from '#shared/domain/language.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { toast } from '../../ui/toast/store.ts'
import { type Cart, cart, cartStore } from './cart-store.ts'
import { cartDishOf } from './stored-cart.ts'

/** A part of the cart; draws again only when that part changes. */
export function useCart<Part>(part: (cart: Cart) => Part): Part {
  return useStore(cartStore, part)
}

/** Compares the cart with today's menu whenever the menu arrives or changes, and says which dishes are gone, sold out, or cost something else. */
export function useCartRepair(items: readonly MenuItem[] | undefined): void {
  const { t } = useTranslation()
  useEffect(() => {
    if (!items) return
    const { gone, repriced, unreadable } = cart.repair(items.map(cartDishOf))
    const soldOut = cart.noteSoldOut(items.flatMap(({ id, soldOutUntil }) => (soldOutUntil === null ? [] : [id])))
    const [title, ...more] = [
      gone.length > 0 && t('cart.gone', { names: namesOf(gone) }),
      soldOut.length > 0 && t('cart.soldOut', { names: namesOf(soldOut) }),
      unreadable && t('cart.unreadable'),
      repriced.length > 0 && t('cart.repriced', { names: namesOf(repriced) }),
    ].filter((sentence) => sentence !== false)
    if (title) toast({ title, description: more.join(' · ') || undefined })
  }, [items, t])
}

function namesOf(dishes: readonly Named[]): string {
  return dishes.map((dish) => nameIn(currentLanguage(), dish)).join(', ')
}

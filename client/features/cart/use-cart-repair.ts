import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { type Named, nameIn } from '#shared/domain/language.ts'
import { currentLanguage } from '../../lib/language.ts'
import { toast } from '../../ui/toast/store.ts'
import { cart } from './cart-store.ts'
import { cartDishOf } from './stored-cart.ts'

/** Holds the cart against today's menu whenever that arrives or changes, and says what went or costs something else. */
export function useCartRepair(items: readonly MenuItem[] | undefined): void {
  const { t } = useTranslation()
  useEffect(() => {
    if (!items) return
    const { gone, repriced, unreadable } = cart.repair(items.map(cartDishOf))
    const lost = unreadable ? t('cart.unreadable') : undefined
    if (gone.length > 0) toast({ title: t('cart.gone', { names: namesOf(gone) }), description: lost })
    else if (lost) toast({ title: lost })
    else if (repriced.length > 0) toast({ title: t('cart.repriced', { names: namesOf(repriced) }) })
  }, [items, t])
}

function namesOf(dishes: readonly Named[]): string {
  return dishes.map((dish) => nameIn(currentLanguage(), dish)).join(', ')
}

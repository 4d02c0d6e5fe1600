import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { currentLanguage } from '../../lib/language.ts'
import { toast } from '../../ui/toast/store.ts'
import { cart } from './cart-store.ts'
import { cartDishOf, type DishLine } from './stored-cart.ts'

/** Holds the cart against today's menu whenever that arrives or changes, and says what went or costs something else. */
export function useCartRepair(items: readonly MenuItem[] | undefined): void {
  const { t } = useTranslation()
  useEffect(() => {
    if (!items) return
    const { gone, repriced } = cart.repair(items.map(cartDishOf))
    if (gone.length > 0) toast({ title: t('cart.gone', { names: namesOf(gone) }) })
    else if (repriced.length > 0) toast({ title: t('cart.repriced', { names: namesOf(repriced) }) })
  }, [items, t])
}

function namesOf(lines: readonly DishLine[]): string {
  return lines.map(({ dish }) => nameIn(currentLanguage(), dish)).join(', ')
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { settingsKey } from '../../entities/settings/index.ts'
import { cart } from '../../features/cart/index.ts'
import { checkout } from '../../features/checkout/index.ts'
import { useRefreshMenu } from '../../features/menu/index.ts'
import { ownOrders } from '../../features/order-status/index.ts'
import { toast } from '../../ui/toast/store.ts'

// With these refusals the guest sees what changed and decides again: a toast about a failure would be wrong.
const MENU_CHANGED = ['price_changed', 'item_unavailable']
const ASKED_AGAIN = [...MENU_CHANGED, 'table_key']

// Not in an effect: the answer may come while the guest looks at another page.
checkout.follow({
  placed({ body }, { id, orderToken, tableNumber, diningOption, total, currency }) {
    cart.takeOrdered(body.items)
    const takeaway = diningOption === 'takeaway'
    ownOrders.follow({ orderId: id, token: orderToken, tableNumber, takeaway, total, currency })
  },
})

/** What the end of an attempt does to cart and menu. */
export function useCheckoutEffects(): void {
  const { t } = useTranslation()
  const client = useQueryClient()
  const refreshMenu = useRefreshMenu()
  useEffect(() => {
    let shown: ReturnType<typeof toast> | undefined
    const failed = () => {
      shown = toast({
        variant: 'destructive',
        title: t('cart.orderError'),
        description: t('cart.orderErrorDescription'),
      })
    }
    // The toast of the last attempt must not stand over the next one.
    const unsubscribe = checkout.subscribe(() => {
      if (checkout.state().phase === 'sending') shown?.dismiss()
    })
    const unfollow = checkout.follow({
      placed: () => cart.close(),
      refused({ code, prices }) {
        if (prices) cart.reprice(prices)
        if (code === 'orders_paused') void client.invalidateQueries({ queryKey: settingsKey })
        // The dialog says why it was refused and what the guest can do, wherever the order was sent from.
        cart.openDetails()
        if (MENU_CHANGED.includes(code ?? '')) void refreshMenu()
        if (!ASKED_AGAIN.includes(code ?? '')) failed()
      },
      open: failed,
    })
    return () => {
      unsubscribe()
      unfollow()
    }
  }, [t, client, refreshMenu])
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { cart, removeOrdered, updatePrices } from '../../areas/cart/index.ts'
import { checkout } from '../../areas/checkout/index.ts'
import { useRefetchGuestMenu } from '../../areas/menu/index.ts'
import { ownOrders } from '../../areas/order-status/index.ts'
import { hoursKey } from '../../lib/settings/hours.ts'
import { settingsKey } from '../../lib/settings/settings.ts'
import { toast } from '../../ui/toast/store.ts'

/** Errors after which the menu is refetched. */
const MENU_CHANGED_CODES = ['price_changed', 'item_unavailable']
/** Errors that the dialog explains, and after which the guest decides again: no toast repeats them. */
const SHOWN_IN_DIALOG = [...MENU_CHANGED_CODES, 'orders_paused', 'closed', 'slot_gone', 'pickup_off', 'table_key']

// Not in an effect, because the response may be received while the guest is on another page.
checkout.follow({
  placed({ body }, { id, orderToken, diningOption, items: lines, ...placed }) {
    removeOrdered(body.items)
    const takeaway = diningOption === 'takeaway'
    const { tableNumber, total, currency, pickupAt, asap } = placed
    ownOrders.follow({ orderId: id, token: orderToken, tableNumber, takeaway, total, currency, lines, pickupAt, asap })
  },
})

/** Updates cart and menu after an attempt to order, and shows its failures. */
export function useCheckoutEffects(): void {
  const { t } = useTranslation()
  const client = useQueryClient()
  const refreshMenu = useRefetchGuestMenu()
  useEffect(() => {
    let failureToast: ReturnType<typeof toast> | undefined
    const showFailure = () => {
      failureToast = toast({
        variant: 'destructive',
        title: t('cart.orderError'),
        description: t('cart.orderErrorDescription'),
      })
    }
    // The toast of the last attempt must not stay during the next one.
    const unsubscribe = checkout.subscribe(() => {
      if (checkout.state().phase === 'sending') failureToast?.dismiss()
    })
    const unfollow = checkout.follow({
      placed: () => cart.close(),
      refused({ code, prices, options }) {
        if (prices) updatePrices(prices, options)
        if (code === 'orders_paused') void client.invalidateQueries({ queryKey: settingsKey })
        if (code === 'closed' || code === 'pickup_off') void client.invalidateQueries({ queryKey: hoursKey })
        // The dialog shows why it was rejected and what the guest can do, wherever the order was sent from.
        cart.checkout()
        if (MENU_CHANGED_CODES.includes(code ?? '')) void refreshMenu()
        if (!SHOWN_IN_DIALOG.includes(code ?? '')) showFailure()
      },
      open: showFailure,
    })
    return () => {
      unsubscribe()
      unfollow()
    }
  }, [t, client, refreshMenu])
}

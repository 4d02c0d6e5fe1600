/* Texts about dishes that are sold out today, for the Orders and Menu tabs. */

import type { TFunction } from 'i18next'
import type { SoldOutAnswer } from '#shared/contracts/menu/menu-editing.ts'

/** The open orders and shared carts that contain a dish, as texts (docs/product/menu.md#menu-sold-out). */
export function holdersText(t: TFunction, { orders, sessions }: SoldOutAnswer['heldBy']): string[] {
  return [
    ...orders.map(({ id, tableNumber }) =>
      [t('orders.order', { id }), tableNumber !== null && t('common.table', { number: tableNumber })]
        .filter(Boolean)
        .join(' · '),
    ),
    ...sessions.map(({ tableNumber }) => t('soldOut.cart', { number: tableNumber })),
  ]
}

import { useTranslation } from 'react-i18next'
import type { SoldOutAnswer } from '#shared/contracts/menu-editing.ts'

/** Says which open orders and shared carts hold a dish; nothing where none does. */
export function useHeldByWords(): (heldBy: SoldOutAnswer['heldBy']) => string | undefined {
  const { t } = useTranslation()
  return ({ orders, sessions }) => {
    const ofOrder = ({ id, tableNumber }: (typeof orders)[number]) =>
      tableNumber === null ? `#${id}` : `#${id} (${t('common.table', { number: tableNumber })})`
    const inOrders = orders.map(ofOrder).join(', ')
    const inCarts = sessions.map(({ tableNumber }) => t('common.table', { number: tableNumber })).join(', ')
    const said = [
      inOrders && t('menuEditor.heldByOrders', { orders: inOrders }),
      inCarts && t('menuEditor.heldByCarts', { tables: inCarts }),
    ]
    return said.filter(Boolean).join(' ') || t('menuEditor.heldByNobody')
  }
}

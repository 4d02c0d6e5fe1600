import { useMutation } from '@tanstack/react-query'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { type Order, type OrderRequest, placeOrder } from '#shared/contracts/orders.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { isOpen, PLACEHOLDER_PHONE } from '#shared/domain/orders/order.ts'
import { callApi } from '../../lib/api/api.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { createValue } from '../../lib/browser/storage.ts'
import { randomKey } from '../../lib/changes/add-once.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { t, toast } from '../../ui/index.ts'
import { receiveOrder, setOrderStatus, useShownOrders } from '../orders/index.ts'

/** The id of the last test order of this page; null if there is none. */
const sentTest = createValue<number | null>(null)

/** The request whose outcome is unknown: it is repeated under the same key, so that it makes one order at most. */
let unanswered: { body: OrderRequest; key: string } | undefined

/** A test order: one portion, without a message to the owner's phone (docs/product/first-steps.md#first-steps-test). */
export function useTestOrder() {
  const id = sentTest.use()
  const { noTables } = useSettings()
  const order = useShownOrders().find((shown) => shown.id === id)
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => sendTest(noTables === true),
    onSuccess: (order) => order && showTest(order),
    onError: (error) => toastFailure(t('firstSteps.test.failed'), error),
  })
  return {
    send: () => mutate(),
    isPending,
    /** Whether the last attempt found no dish or no table. */
    lacksParts: data === null,
    openId: order && isOpen(order.status) ? id : null,
    cancel: () => id !== null && void setOrderStatus({ id }, 'cancelled'),
  }
}

/** @returns null without a dish that can be ordered, or without a table in a restaurant that has them */
async function sendTest(noTables: boolean): Promise<Order | null> {
  unanswered ??= await prepareTest(noTables)
  if (!unanswered) return null
  const { body, key } = unanswered
  try {
    const { orderToken: _, ...order } = await sendChange(placeOrder, { body, headers: { 'Idempotency-Key': key } })
    unanswered = undefined
    return order
  } catch (error) {
    if (error instanceof RequestError && error.isDecision) unanswered = undefined
    throw error
  }
}

async function prepareTest(noTables: boolean): Promise<typeof unanswered> {
  const [dishes, tables] = await Promise.all([callApi(getMenu), callApi(getTables)])
  const isSoldOut = (until: string | null = null) => until !== null && Date.parse(until) > serverNow()
  const dish = dishes.find(({ soldOutUntil }) => !isSoldOut(soldOutUntil))
  const [table] = tables.toSorted((a, b) => a.number - b.number)
  if (!dish || (!table && !noTables)) return undefined
  const body: OrderRequest = {
    items: [{ menuItemId: dish.id, quantity: 1 }],
    total: dish.price,
    ...(table
      ? { tableId: table.id, customerName: t('common.table', { number: table.number }) }
      : { diningOption: 'takeaway' as const, customerName: t('firstSteps.test.guest') }),
    phoneNumber: PLACEHOLDER_PHONE,
    notes: t('firstSteps.test.note'),
    test: true,
  }
  return { body, key: randomKey() }
}

/** Puts the order on the board, if the live channel has not, and offers to cancel it. */
function showTest(order: Order): void {
  sentTest.set(order.id)
  receiveOrder(order)
  toast({
    title: t('firstSteps.test.arrived'),
    description: t('firstSteps.test.arrivedDescription', { id: order.id }),
    action: { label: t('firstSteps.test.cancel'), onAct: () => void setOrderStatus(order, 'cancelled') },
  })
}

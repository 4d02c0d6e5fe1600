import type { Order, OrderLine, setLineDone } from '#shared/contracts/orders.ts'
import type { Language } from '#shared/domain/language.ts'
import type { BareEndpoint } from '../../lib/api/api.ts'
import { errorMessage, NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { i18n, toast } from '../../ui/index.ts'
import { changeOptimistically, dishName, placeOf, useBoardState, watchPage } from '../orders/index.ts'

const doneEndpoint: BareEndpoint<typeof setLineDone> = { method: 'POST', path: '/api/orders/:id/items/:itemId/done' }

export interface OrderOfLine {
  order: Order
  line: OrderLine
}

/**
 * Ticks lines, or takes the ticks back. The page shows this at once, and then the server's state. One toast reports all
 * failures.
 * @param language the language of the dishes on the cards
 */
export async function tickLines(lines: readonly OrderOfLine[], done: boolean, language: Language): Promise<void> {
  const isPageLeft = watchPage()
  const failures = await Promise.all(
    lines.map(async (one) => {
      try {
        await tick(one, done)
        return []
      } catch (error) {
        // Another page, perhaps of another user, has nothing to say about it.
        if (isPageLeft()) return []
        useBoardState.getState().refetch()
        return [{ ...one, reason: reasonOf(error) }]
      }
    }),
  )
  reportFailures(failures.flat(), done, language)
}

/** Changes of one line are sent one after another. */
function tick({ order: { id }, line }: OrderOfLine, done: boolean): Promise<unknown> {
  const doneAt = done ? new Date().toISOString() : null
  const apply = (order: Order) => ({
    ...order,
    items: order.items.map((item) =>
      item.id === line.id && done !== Boolean(item.doneAt) ? { ...item, doneAt } : item,
    ),
  })
  return changeOptimistically({ orderId: id, queue: `line ${line.id}`, apply }, () =>
    sendChange(doneEndpoint, { params: { id: String(id), itemId: String(line.id) }, body: { done } }),
  )
}

export function reportClosed(one: OrderOfLine, done: boolean, language: Language): void {
  reportFailures([{ ...one, reason: i18n.t('kitchen.failed.closed') }], done, language)
}

type Failure = OrderOfLine & { reason: string }

function reportFailures(failures: readonly Failure[], done: boolean, language: Language): void {
  const [first] = failures
  if (!first) return
  const { t } = i18n
  const nameOf = ({ order, line }: OrderOfLine) =>
    `${order.tableNumber === null ? `#${order.id}` : placeOf(t, order)}: ${dishName(t, language, line)}`
  const reasons = new Set(failures.map(({ reason }) => reason))
  toast({
    variant: 'destructive',
    title: t(done ? 'kitchen.failed.done' : 'kitchen.failed.undone'),
    description: `${failures.map(nameOf).join('; ')}. ${[...reasons].join(' ')}`,
    subject: `ticks of ${first.order.id}`,
  })
}

function reasonOf(error: unknown): string {
  const { t } = i18n
  if (error instanceof NoAnswerError) return t('kitchen.failed.noAnswer')
  const code = error instanceof RequestError ? error.code : undefined
  if (code === 'order_closed') return t('kitchen.failed.closed')
  return errorMessage(error)
}

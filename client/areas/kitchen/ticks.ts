import i18n from 'i18next'
import { create } from 'zustand'
import type { Order, OrderLine, setLineDone } from '#shared/contracts/orders.ts'
import type { Language } from '#shared/domain/language.ts'
import type { BareEndpoint } from '../../lib/api/bare-endpoint.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { toast } from '../../ui/toast/store.ts'
import { dishName, placeOf, putOnBoard, useBoardState } from '../orders/index.ts'

const doneEndpoint: BareEndpoint<typeof setLineDone> = { method: 'POST', path: '/api/orders/:id/items/:itemId/done' }

/** The lines that this page has ticked or taken back, until the server confirms it; by order and line. */
type Ticks = ReadonlyMap<number, ReadonlyMap<number, boolean>>

export const useTicks = create<{ ticks: Ticks }>(() => ({ ticks: new Map() }))

/** The requests in progress, by line id: requests for one line are sent one after another. */
let underWay = new Map<number, Promise<unknown>>()

/** Forgets all unconfirmed ticks. Call it when the page is left: its requests then change no later page's ticks. */
export function clearTicks(): void {
  underWay = new Map()
  useTicks.setState({ ticks: new Map() })
}

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
  const failures = await Promise.all(
    lines.map(async (one) => {
      const error = await tick(one.order.id, one.line.id, done)
      return error === undefined ? [] : [{ ...one, reason: reasonOf(error) }]
    }),
  )
  reportFailures(failures.flat(), done, language)
}

/** @returns the error, undefined after success */
function tick(orderId: number, lineId: number, done: boolean): Promise<unknown> {
  setTick(orderId, lineId, done)
  const running = underWay.get(lineId)
  if (running !== undefined) return running
  const sending = sendTicks(orderId, lineId).finally(() => {
    if (underWay.get(lineId) === sending) underWay.delete(lineId)
  })
  underWay.set(lineId, sending)
  return sending
}

/** Sends what is wanted of a line until the server has it. */
async function sendTicks(orderId: number, lineId: number): Promise<unknown> {
  const ofThisPage = underWay
  for (;;) {
    const done = useTicks.getState().ticks.get(orderId)?.get(lineId)
    if (done === undefined) return undefined
    try {
      const order = await sendChange(doneEndpoint, {
        params: { id: String(orderId), itemId: String(lineId) },
        body: { done },
      })
      putOnBoard(order)
    } catch (error) {
      // Another page, perhaps of another user, has nothing to say about it.
      if (underWay !== ofThisPage) return undefined
      setTick(orderId, lineId, undefined)
      useBoardState.getState().refetch()
      return error
    }
    if (underWay !== ofThisPage) return undefined
    if (useTicks.getState().ticks.get(orderId)?.get(lineId) === done) setTick(orderId, lineId, undefined)
  }
}

function setTick(orderId: number, lineId: number, done: boolean | undefined): void {
  useTicks.setState(({ ticks }) => {
    const next = new Map(ticks)
    const ofOrder = new Map(next.get(orderId))
    if (done === undefined) ofOrder.delete(lineId)
    else ofOrder.set(lineId, done)
    if (ofOrder.size > 0) next.set(orderId, ofOrder)
    else next.delete(orderId)
    return { ticks: next }
  })
}

/** An order as it is shown: with the ticks that are not confirmed yet. @param now ISO 8601, UTC */
export function withTicks(order: Order, ticks: ReadonlyMap<number, boolean> | undefined, now: string): Order {
  if (!ticks) return order
  const items = order.items.map((line) => {
    const done = ticks.get(line.id)
    return done === undefined || done === Boolean(line.doneAt) ? line : { ...line, doneAt: done ? now : null }
  })
  return { ...order, items }
}

/** Reports a tap on a line of an order that has left the kitchen, instead of sending it. */
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

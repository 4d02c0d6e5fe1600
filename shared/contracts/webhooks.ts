import * as z from 'zod/mini'
import { endpoint } from './base/endpoint.ts'
import { id, idParam, idParams, isoMoment, someOf, text, textRule } from './base/fields.ts'
import { daySchema } from './days.ts'
import { getMenu } from './menu/menu.ts'
import { orderSchema } from './orders.ts'
import { paymentSchema } from './payments.ts'

/* The addresses of other programs that hear of events, as Standard Webhooks (docs/product/programs.md#programs-events). */

export const MAX_WEBHOOKS = 8
export const SHOWN_DELIVERIES = 100

export const WEBHOOK_EVENTS = [
  ...['order.created', 'order.changed', 'order.completed', 'order.cancelled'],
  ...['menu.changed', 'payment.recorded', 'day.closed'],
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
export const EVENT_TYPES = [...WEBHOOK_EVENTS, 'test'] as const

const webAddress = z.url({ protocol: /^https?$/ })
/** Without a name and a password, which the list would show. */
const isWebAddress = (value: string) => webAddress.safeParse(value).success && !/^\w+:\/\/[^/?#]*@/.test(value)

export const webhookInputSchema = z.object({
  url: text(500, 1).check(textRule(isWebAddress, 'validation.webhookUrl')),
  events: someOf(WEBHOOK_EVENTS),
  /** Whether names, numbers, e-mail addresses, notes and reasons are sent too. */
  personal: z._default(z.boolean(), false),
})

const webhookSchema = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  personal: z.boolean(),
  isActive: z.boolean(),
  /** The first failure since the last success; one that is also inactive was turned off by Masa. */
  failingSince: z.nullable(isoMoment),
})
export type Webhook = z.infer<typeof webhookSchema>

const deliverySchema = z.object({
  id,
  type: z.enum(EVENT_TYPES),
  createdAt: isoMoment,
  attempts: z.int(),
  /** When it was delivered or given up; null while it waits. */
  endedAt: z.nullable(isoMoment),
  /** The status of the last response, from 200 to 299 if it was delivered; null if there was none. */
  responseCode: z.nullable(z.int()),
})
export type WebhookDelivery = z.infer<typeof deliverySchema>

/**
 * The fields of orders, payments and days that every program is sent; what people are called, what they typed and any
 * new field need `personal`.
 */
export const IMPERSONAL_FIELDS: readonly string[] = [
  ...['type', 'timestamp', 'data'],
  ...['id', 'diningOption', 'tableId', 'tableNumber', 'tableLabel', 'movedFrom', 'total', 'currency', 'status'],
  ...['version', 'createdAt', 'pickupAt', 'asap', 'startAt', 'updatedAt', 'seenAt', 'program', 'test', 'paid', 'due'],
  'unproven',
  ...['items', 'menuItemId', 'quantity', 'removedQuantity', 'name', 'nameRo', 'price', 'partOf', 'cooked', 'doneAt'],
  ...['options', 'group', 'groupRo', 'without', 'listPrice', 'rule', 'reductions'],
  ...['tickets', 'kind', 'stationId', 'at', 'itemId', 'fromTable', 'toTable', 'printedAt', 'ofGuest'],
  ...['prints', 'ticketId'],
  ...['reverses', 'method', 'amount', 'tip', 'rounding', 'tendered', 'left', 'orders', 'orderId'],
  ...['from', 'to', 'expected', 'start', 'methods', 'count', 'reversals', 'methodId', 'hours', 'hour', 'tips', 'house'],
  ...['cancelled', 'takenOff', 'dishes', 'vat', 'rate', 'till', 'open', 'withoutPayment', 'placedAt'],
  ...['number', 'counted', 'difference', 'fiscal', 'printed', 'byHand'],
]

/** What a program is sent. Without `personal`, only `IMPERSONAL_FIELDS`. */
export const sentEventSchema = z.object({
  type: z.enum(EVENT_TYPES),
  timestamp: isoMoment,
  /** The response of the matching GET when it is sent; null for a test. */
  data: z.nullable(z.union([orderSchema, paymentSchema, daySchema, getMenu.response])),
})

export const listWebhooks = endpoint('GET', '/api/webhooks', 'owner', {
  summary: 'The addresses that hear of events.',
  response: z.array(webhookSchema),
})

export const createWebhook = endpoint('POST', '/api/webhooks', 'owner', {
  summary: `Adds an address, at most ${MAX_WEBHOOKS}. Its secret is shown only here: no response with one is stored.`,
  body: webhookInputSchema,
  status: 201,
  response: z.extend(webhookSchema, { secret: z.string() }),
})

export const changeWebhook = endpoint('PATCH', '/api/webhooks/:id', 'owner', {
  summary: 'Changes an address, and tries anew what waits for it. What waits for an inactive one is given up.',
  params: idParams,
  body: z.partial(z.extend(webhookInputSchema, { personal: z.boolean(), isActive: z.boolean() })),
  response: webhookSchema,
})

export const renewWebhookSecret = endpoint('POST', '/api/webhooks/:id/secret', 'owner', {
  summary: 'Makes a new secret, which is shown only here. The one before signs too, for 24 hours.',
  params: idParams,
  response: z.object({ secret: z.string() }),
})

export const removeWebhook = endpoint('DELETE', '/api/webhooks/:id', 'owner', {
  summary: 'Removes an address, and what waits for it.',
  params: idParams,
  status: 204,
})

export const testWebhook = endpoint('POST', '/api/webhooks/:id/test', 'owner', {
  summary: 'Sends an event of the type test. 409 webhook_off while the address is inactive.',
  params: idParams,
  status: 204,
})

export const listDeliveries = endpoint('GET', '/api/webhooks/:id/deliveries', 'owner', {
  summary: `The last ${SHOWN_DELIVERIES} events for an address, newest first.`,
  params: idParams,
  response: z.array(deliverySchema),
})

export const repeatDelivery = endpoint('POST', '/api/webhooks/:id/deliveries/:deliveryId', 'owner', {
  summary: 'Sends an event again, with the same webhook-id. 409 webhook_off while the address is inactive.',
  params: z.object({ id: idParam, deliveryId: idParam }),
  body: z.object({ again: z.literal(true) }),
  status: 204,
})

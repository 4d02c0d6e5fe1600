import * as z from 'zod/mini'
import { ORDER_STATUSES } from '../domain/orders/order.ts'
import { CALL_STATUSES } from '../domain/table-state.ts'
import { id, isoMoment, minorAmount } from './base/fields.ts'
import { callTokenSchema } from './calls.ts'
import { orderLineSchema, orderSchema } from './orders.ts'
import * as sessions from './shared-sessions.ts'

/** Largest frame that the server reads, in bytes. */
export const MAX_FRAME_BYTES = 16 * 1024
/**
 * Limits of one socket: a burst, then frames per second; after so many refusals in a row the server closes the socket
 * (docs/product/live-channel.md#live-bounds).
 */
export const MAX_FRAME_BURST = 40
export const FRAMES_PER_SECOND = 20
export const MAX_REFUSED_FRAMES = 40

/**
 * The id of a change of the shared cart, chosen by its page at random. The server makes each change once, and names the
 * changes that it made in the carts that it sends.
 */
const changeRef = z.int().check(z.gte(0))
const changes = { ref: z.optional(changeRef) }
/** WATCH_ORDER and WATCH_CALL have a `ref` too: the id with a minus, so that it never equals that of a change. */
const watchRef = { ref: z.optional(z.int().check(z.lt(0))) }

/** The frames that a page sends on /ws. */
export const clientFrameSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('JOIN_SESSION'),
    payload: z.object({ sessionId: sessions.randomId, participantId: sessions.randomId }),
  }),
  z.object({ type: z.literal('ADD_ITEM'), payload: sessions.addItemSchema, ...changes }),
  z.object({ type: z.literal('SET_ITEM'), payload: sessions.setItemSchema, ...changes }),
  z.object({ type: z.literal('REMOVE_ITEM'), payload: sessions.removeItemSchema, ...changes }),
  z.object({ type: z.literal('SET_READY'), payload: z.object({ isReady: z.boolean() }), ...changes }),
  z.object({ type: z.literal('GET_CART') }),
  z.object({
    type: z.literal('WATCH_ORDER'),
    payload: z.object({ orderId: id, token: z.string().check(z.maxLength(100)) }),
    ...watchRef,
  }),
  z.object({ type: z.literal('WATCH_CALL'), payload: z.object({ id, token: callTokenSchema }), ...watchRef }),
])
export type ClientFrame = z.infer<typeof clientFrameSchema>

const version = z.int()
/** Changes of this participant that the server made: all recent ones in CART_ITEMS, else those not sent yet. */
const madeRefs = z.optional(z.array(changeRef))
const wholeCart = { payload: z.array(sessions.sharedLineSchema), version, refs: madeRefs }

/** A line of an order as the guest who watches it sees it. */
const watchedLineSchema = z.pick(orderLineSchema, {
  ...{ menuItemId: true, quantity: true, name: true, nameRo: true, price: true, notes: true, options: true },
  ...{ partOf: true, listPrice: true },
})
export type WatchedLine = z.infer<typeof watchedLineSchema>

/** Sent to owners; `service` is Before service, `days` open and closed ones; `printers` also to duties, `reservations` and `fiscal` to the floor. */
export const CHANGED_AREAS = [
  ...['users', 'customers', 'tables', 'promotions', 'events', 'sessions', 'service', 'days', 'printers', 'programs'],
  ...['webhooks', 'reservations', 'price-rules', 'fiscal'],
] as const
export type ChangedArea = (typeof CHANGED_AREAS)[number]

/** The frames that the server sends on /ws. */
export const serverFrameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('HEARTBEAT') }),
  z.object({ type: z.literal('ORDER_UPDATE'), payload: orderSchema }),
  /** Many orders changed at once, or before the socket opened: the board must fetch its list again. */
  z.object({ type: z.literal('ORDERS_CHANGED') }),
  z.object({
    type: z.literal('ORDER_STATUS'),
    payload: z.object({
      orderId: id,
      status: z.enum(ORDER_STATUSES),
      seen: z.boolean(),
      total: minorAmount,
      tableNumber: z.nullable(z.int()),
      /** Whether a line was taken off since the last frame to this socket. */
      changed: z.optional(z.literal(true)),
      /** The lines less the quantities taken off; sent in reply to WATCH_ORDER and when a line changes. */
      lines: z.optional(z.array(watchedLineSchema)),
      /** The usual time in minutes, if enough orders show it (docs/product/orders.md#orders-usual-time). */
      readyIn: z.optional(z.int()),
      /** When it is picked up; only in frames about an order with a time. */
      pickupAt: z.optional(isoMoment),
    }),
  }),
  /** A list of the dashboard changed: an open tab fetches it again. */
  z.object({ type: z.literal('CHANGED'), payload: z.object({ area: z.enum(CHANGED_AREAS) }) }),
  z.object({ type: z.literal('CALL_STATUS'), payload: z.object({ id, status: z.enum(CALL_STATUSES) }) }),
  /** The response of GET /api/floor has changed. */
  z.object({ type: z.literal('FLOOR_CHANGED') }),
  z.object({ type: z.literal('MENU_CHANGED') }),
  z.object({ type: z.literal('SETTINGS_CHANGED') }),
  z.object({
    type: z.literal('SESSION_INFO'),
    payload: z.object({
      timeRemaining: z.int(),
      tableId: id,
      tableNumber: z.int(),
      /** The table key for a guest who has proved it, while keys are required (docs/product/tables.md#tables-keys). */
      tableKey: z.optional(z.string()),
      /** Sent while keys are required to a guest who has not proved the table's key. */
      mustScan: z.optional(z.literal(true)),
    }),
  }),
  z.object({ type: z.literal('PARTICIPANT_JOINED'), payload: z.object({ name: z.string() }) }),
  z.object({ type: z.literal('PARTICIPANTS_UPDATED'), payload: z.array(sessions.participantSchema) }),
  z.object({ type: z.literal('CART_ITEMS'), ...wholeCart }),
  z.object({ type: z.literal('CART_UPDATED'), ...wholeCart }),
  z.object({ type: z.literal('ITEM_ADDED'), payload: sessions.sharedLineSchema, version, refs: madeRefs }),
  z.object({ type: z.literal('ITEM_REMOVED'), payload: z.object({ itemId: id }), version, refs: madeRefs }),
  z.object({ type: z.literal('ALL_READY') }),
  z.object({
    type: z.literal('SESSION_COMPLETED'),
    payload: z.object({ orderId: id, orderToken: z.string(), total: minorAmount }),
    refs: madeRefs,
  }),
  z.object({
    type: z.literal('ERROR'),
    payload: z.object({ message: z.string(), code: z.optional(z.string()) }),
    /** The `ref` of the refused frame. */
    ref: z.optional(z.int()),
  }),
])
export type ServerFrame = z.infer<typeof serverFrameSchema>

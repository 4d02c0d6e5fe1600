import * as z from 'zod/mini'
import { MAX_GUEST_NAME, MAX_LINE_NOTES, MAX_QUANTITY } from '../domain/orders/cart.ts'
import { endpoint } from './base/endpoint.ts'
import { id, isoMoment, minorAmount, optionalLine, singleLine } from './base/fields.ts'
import { lineOptions, ORDER_NOTES_MAX, placedOrderSchema } from './orders.ts'
import { promisedSchema, tableKeySchema } from './tables.ts'

/** The id of a session or a participant: random, so that nobody can guess one. */
export const randomId = z.string().check(z.regex(/^[\w-]{16,64}$/))

export const participantSchema = z.object({
  id: randomId,
  /** 1 for the guest who opened the session, then rising. */
  guestNumber: z.int(),
  name: z.string(),
  isReady: z.boolean(),
  /** False when the phone has been away so long that the others do not wait for this guest. */
  isPresent: z.boolean(),
  /** True once no phone of this guest has been connected for 20 seconds: the others may send the order without them. */
  isAway: z.boolean(),
})
export type Participant = z.infer<typeof participantSchema>

/** One participant's quantity of one dish with equal options and note, with today's name and unit price in minor units. */
export const sharedLineSchema = z.object({
  id,
  participantId: randomId,
  guestName: z.string(),
  menuItemId: id,
  name: z.string(),
  nameRo: z.string(),
  /** With its options, as it is paid now. */
  price: minorAmount,
  /** The same before the price rule that lowers it; absent without one. */
  listPrice: z.optional(minorAmount),
  /** False once the dish is sold out, or its options no longer fit: the order cannot be sent with it. */
  isOrderable: z.boolean(),
  quantity: z.int(),
  notes: z.nullable(z.string()),
  /** The ids of the chosen options; an id that is repeated is taken that often. */
  options: z.array(id),
})
export type SharedLine = z.infer<typeof sharedLineSchema>

const params = z.object({ id: randomId })

/** The payloads with which a participant changes the cart, in live frames. */
export const addItemSchema = z.object({
  menuItemId: id,
  quantity: z.int().check(z.gte(1), z.lte(MAX_QUANTITY)),
  options: z.optional(lineOptions),
  notes: z.optional(optionalLine(MAX_LINE_NOTES)),
})
export const setItemSchema = z.object({
  itemId: id,
  quantity: z.int().check(z.gte(0), z.lte(MAX_QUANTITY)),
  /** Absent: the note stays. Null or empty: the note is removed. */
  notes: z.optional(optionalLine(MAX_LINE_NOTES)),
  /** Absent: the options stay. */
  options: z.optional(lineOptions),
})
export const removeItemSchema = z.object({ itemId: id })

export const joinSession = endpoint('POST', '/api/shared-sessions', 'public', {
  summary:
    'Joins the shared session of a table, or starts one. The same browser joining again is the same participant.',
  body: z.object({
    tableId: id,
    name: singleLine(MAX_GUEST_NAME, 2, 'cart.validation.nameRequired'),
    tableKey: z.optional(tableKeySchema),
  }),
  status: 201,
  response: z.object({
    ...{ id: randomId, tableId: id, tableNumber: z.int(), expiresAt: isoMoment, participant: participantSchema },
  }),
})

export const completeSession = endpoint('POST', '/api/shared-sessions/:id/complete', 'public', {
  summary:
    'Orders the shared cart, once, when everybody is ready except those in `without` who are away; a participant who repeats the request gets the same order.',
  params,
  body: z.object({
    notes: optionalLine(ORDER_NOTES_MAX),
    /** The total that the guest saw, in minor units; compared only if it is sent. */
    total: z.optional(minorAmount),
    /** The participants for whom the order need not wait if they are away; their lines stay in it. A session has 20 seats. */
    without: z.optional(z.array(randomId).check(z.maxLength(20))),
  }),
  response: placedOrderSchema,
})

/** The total of each guest, in minor units; lines without a guest's name come last, under null. */
const sessionBillSchema = z.object({
  guests: z.array(z.object({ guestName: z.nullable(z.string()), total: minorAmount })),
  total: minorAmount,
})

export const getSessionBill = endpoint('GET', '/api/shared-sessions/:id/bill', 'public', {
  summary:
    'The open orders at the table since the session began, by guest, for a participant of it whose phone has connected. Nothing once the order of the session itself is closed.',
  params,
  response: sessionBillSchema,
})

export const leaveSession = endpoint('POST', '/api/shared-sessions/:id/leave', 'public', {
  summary: 'Leaves a shared session; the participant’s lines are removed from its cart.',
  params,
  status: 204,
})

export const sessionOverviewSchema = z.object({
  id: randomId,
  tableId: id,
  tableNumber: z.int(),
  guests: z.int(),
  /** How many of them have not proved the table's key, users of the floor left out; it matters while keys are required. */
  unproven: z.int(),
  /** The names of the first twenty guests, in the order of joining. */
  names: z.array(z.string()),
  /** The total of the current cart, in minor units. */
  total: minorAmount,
  minutesLeft: z.int(),
})

export type SessionOverview = z.infer<typeof sessionOverviewSchema>

export const listSessions = endpoint('GET', '/api/shared-sessions', 'owner', {
  summary: 'The active shared sessions, by table number.',
  response: z.array(sessionOverviewSchema),
})

export const endSession = endpoint('POST', '/api/shared-sessions/:id/end', 'owner', {
  summary: 'Ends a shared session without an order.',
  params,
  status: 204,
})

export const moveSession = endpoint('POST', '/api/shared-sessions/:id/move', 'floor', {
  summary: 'Moves an active session, with the open orders of its table, to another table.',
  params,
  body: z.object({ tableId: id }),
  response: z.extend(sessionOverviewSchema, { promised: z.optional(promisedSchema) }),
})

import * as z from 'zod/mini'
import { randomId } from '#shared/contracts/shared-sessions.ts'
import { stored } from '../../lib/browser/storage.ts'
import type { Unconfirmed } from './engine/unconfirmed.ts'

const seat = z.object({
  sessionId: z.string(),
  participantId: z.string(),
  tableId: z.int(),
  /** When the session ends at the latest, in milliseconds, by this phone's clock. */
  expiresAt: z.number(),
  name: z.string(),
})
/** The seat of this browser, kept across reloads so that nobody is asked for a name twice. The cookie proves it. */
export type Seat = z.infer<typeof seat>

export const storedSeat = stored('seat', 1, (value) => seat.safeParse(value).data)

/** The name last given, and that this visit was asked for one: a waiter goes from table to table and is asked once. */
export const storedAsked = stored(
  'table-asked',
  1,
  (value) => z.object({ name: z.string() }).safeParse(value).data,
  'tab',
)

const change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('add'),
    dish: z.object({ id: z.int(), name: z.string(), nameRo: z.string(), price: z.int() }),
    quantity: z.int(),
    isCarried: z.optional(z.literal(true)),
  }),
  z.object({
    kind: z.literal('set'),
    menuItemId: z.int(),
    quantity: z.int(),
    notes: z.optional(z.nullable(z.string())),
  }),
  z.object({ kind: z.literal('remove'), itemId: z.int() }),
  z.object({ kind: z.literal('ready'), isReady: z.boolean() }),
])
const unconfirmed = z.object({
  sessionId: z.string(),
  // A line that the server cannot read would keep the page from joining at all.
  changes: z.array(z.object({ change, page: randomId, ref: z.int().check(z.gte(1)) })),
})

/** Changes that may not have reached the table yet: a reload goes on with them. */
export const storedChanges = stored(
  'table-changes',
  1,
  (value): Unconfirmed | undefined => unconfirmed.safeParse(value).data,
)

import * as z from 'zod/mini'
import { randomId } from '#shared/contracts/shared-sessions.ts'
import type { Unconfirmed } from '#shared/domain/shared-sessions/unconfirmed.ts'
import { stored } from '../../lib/storage.ts'

const seat = z.object({
  sessionId: z.string(),
  participantId: z.string(),
  tableId: z.int(),
  /** When the session ends at the latest, in milliseconds, by this phone's clock. */
  expiresAt: z.number(),
  name: z.string(),
})
/** Where this browser sits: kept across reloads, so that nobody is asked for a name twice. The cookie proves it. */
export type Seat = z.infer<typeof seat>

export const storedSeat = stored('seat', 1, (value) => seat.safeParse(value).data)

/** That this visit was asked for a name, at whatever table: a waiter goes from one to the next. And the name last given. */
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
  // What the server would not read keeps a page from joining at all.
  changes: z.array(z.object({ change, page: randomId, ref: z.int().check(z.gte(1)) })),
})

/** What was tapped, or has left this phone's own cart, and may not have reached the table: a reload goes on with it. */
export const storedChanges = stored(
  'table-changes',
  1,
  (value): Unconfirmed | undefined => unconfirmed.safeParse(value).data,
)

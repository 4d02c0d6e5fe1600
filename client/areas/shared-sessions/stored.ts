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
/**
 * The seat of this browser, stored across reloads so that a guest is asked for a name once. A cookie authenticates it.
 */
export type Seat = z.infer<typeof seat>

export const storedSeat = stored('seat', 1, (value) => seat.safeParse(value).data)

/**
 * The name that the guest last entered; empty if they closed the dialog. Once it is stored, this visit is not asked
 * again: a waiter who changes tables is asked once.
 */
export const storedGuestName = stored(
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
  // The server would reject a JOIN_SESSION with an invalid page name.
  changes: z.array(z.object({ change, page: randomId, ref: z.int().check(z.gte(1)) })),
})

/** Changes that may not have reached the server yet; a reloaded page sends them again. */
export const storedChanges = stored(
  'table-changes',
  1,
  (value): Unconfirmed | undefined => unconfirmed.safeParse(value).data,
)

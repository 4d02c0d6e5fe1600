import * as z from 'zod/mini'
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

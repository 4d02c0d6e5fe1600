import * as z from 'zod/mini'
import { order } from './orders.ts'

/** Largest frame that the server reads, in bytes. */
export const MAX_FRAME_BYTES = 16 * 1024

/** What the server says on /ws. */
export const serverFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('HEARTBEAT') }),
  z.object({ type: z.literal('ORDER_UPDATE'), payload: order }),
  z.object({ type: z.literal('MENU_CHANGED') }),
  z.object({ type: z.literal('SETTINGS_CHANGED') }),
  z.object({ type: z.literal('ERROR'), payload: z.object({ message: z.string() }) }),
])
export type ServerFrame = z.infer<typeof serverFrame>

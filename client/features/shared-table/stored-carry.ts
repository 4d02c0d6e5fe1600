import * as z from 'zod/mini'
import type { Carried } from '#shared/domain/carry-over.ts'
import { stored } from '../../lib/storage.ts'

const change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('add'),
    dish: z.object({ id: z.int(), name: z.string(), nameRo: z.string(), price: z.int() }),
    quantity: z.int(),
  }),
  z.object({
    kind: z.literal('set'),
    menuItemId: z.int(),
    quantity: z.int(),
    notes: z.optional(z.nullable(z.string())),
  }),
])
const carried = z.object({
  sessionId: z.string(),
  page: z.string(),
  changes: z.array(z.object({ change, ref: z.nullable(z.int()) })),
})

/** What has left this phone's own cart and may not have reached the table's: a reload goes on with it. */
export const storedCarry = stored('carried', 1, (value): Carried | undefined => carried.safeParse(value).data)

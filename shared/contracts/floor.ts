import * as z from 'zod/mini'
import { endpoint } from './base/endpoint.ts'
import { isoMoment, minorAmount } from './base/fields.ts'
import { tableCallSchema } from './calls.ts'
import { tableSchema } from './tables.ts'

export const floorTableSchema = z.extend(z.omit(tableSchema, { key: true }), {
  /** When the oldest open order was placed, the session was started or who has reserved was seated, whichever is the earliest. */
  since: z.nullable(isoMoment),
  orders: z.int(),
  ready: z.int(),
  /** The sum of the open orders, in minor units. */
  total: minorAmount,
  /** The sums paid and due for these orders; absent while payments are off. */
  paid: z.optional(z.int()),
  due: z.optional(z.int()),
  /** The calls that have not ended, oldest first. */
  calls: z.array(tableCallSchema),
  /** The active shared session; null without one, and while no phone has connected to it. */
  session: z.nullable(z.object({ id: z.string() })),
})
export type FloorTable = z.infer<typeof floorTableSchema>

export const getFloor = endpoint('GET', '/api/floor', 'floor', {
  summary:
    'The tables by number, each with since when it is in use, the number and sum of its open orders, its calls and its shared session.',
  response: z.array(floorTableSchema),
})

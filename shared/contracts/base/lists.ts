import * as z from 'zod/mini'
import { id } from './fields.ts'

/* The bodies of requests that show, hide or move an entry of a list that owners keep in order. */

/** An empty body toggles; a value sets, so that a repeated request changes nothing more. */
export const toggleSchema = z.object({ isActive: z.optional(z.boolean()) })

/** Up or down by one, or to a position; `order` is the position that the caller saw. */
export const moveSchema = z
  .object({ direction: z.optional(z.enum(['up', 'down'])), to: z.optional(id), order: z.optional(id) })
  .check(z.refine(({ direction, to }) => (direction === undefined) !== (to === undefined), 'validation.move'))
export type Move = z.infer<typeof moveSchema>

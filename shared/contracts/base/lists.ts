import * as z from 'zod/mini'
import { mapValues } from '../../domain/objects.ts'
import { id } from './fields.ts'

/* The bodies of requests that add, show, hide or move an entry of an owner's list. */

/** The fields of an added entry without their defaults: what is absent from a change keeps its value. */
export const withoutDefaults = <Fields extends Readonly<Record<string, z.ZodMiniType>>>(fields: Fields) =>
  mapValues(fields, (field) => (field instanceof z.ZodMiniDefault ? field.def.innerType : field)) as {
    [Field in keyof Fields]: Fields[Field] extends z.ZodMiniDefault<infer Inner> ? Inner : Fields[Field]
  }

/** An empty body toggles; a value sets, so that a repeated request changes nothing more. */
export const toggleSchema = z.object({ isActive: z.optional(z.boolean()) })

/** Up or down by one, or to a position; `order` is the position that the caller saw. */
export const moveSchema = z
  .object({ direction: z.optional(z.enum(['up', 'down'])), to: z.optional(id), order: z.optional(id) })
  .check(z.refine(({ direction, to }) => (direction === undefined) !== (to === undefined), 'validation.move'))
export type Move = z.infer<typeof moveSchema>

import * as z from 'zod/mini'
import { ALLERGEN_CODES } from '../../domain/menu/allergens.ts'
import { endpoint } from '../base/endpoint.ts'
import { id, text } from '../base/fields.ts'
import { CATEGORY_NAME_MAX, TAGS_MAX, tagSchema } from './menu-editing.ts'
import { menuOutcomeSchema } from './menu-imports.ts'

/*
 * The change of several dishes at once (docs/product/menu.md#menu-bulk).
 */

/** The maximum number of dishes in one request to `changeDishes`. */
const BULK_MAX = 5000
/** The multiples to which changed prices can be rounded, in minor units. */
export const ROUND_TO = [1, 10, 50, 100] as const

const priceChange = {
  /** Minor units; a negative amount lowers the price. */
  add: z.optional(z.int().check(z.gte(-100_000_000), z.lte(100_000_000))),
  percent: z.optional(z.number().check(z.gte(-100), z.lte(1000))),
  roundTo: z._default(z.int().check(z.gte(1), z.lte(10_000)), 1),
}

/** Entries to add to a list of the dish and to remove from it; at least one of both. */
const listChange = <Entry extends z.ZodMiniType>(entry: Entry, max: number) => {
  const entries = z.optional(z.array(entry).check(z.maxLength(max)))
  return z
    .strictObject({ add: entries, remove: entries })
    .check(z.refine(({ add = [], remove = [] }) => add.length + remove.length > 0, 'validation.listChange'))
}

export const bulkChangeSchema = z.union([
  z.strictObject({ isActive: z.boolean() }),
  z.strictObject({ category: text(CATEGORY_NAME_MAX, 1) }),
  z.strictObject({
    price: z
      .object(priceChange)
      .check(z.refine(({ add, percent }) => (add === undefined) !== (percent === undefined), 'validation.priceChange')),
  }),
  z.strictObject({ tags: listChange(tagSchema, TAGS_MAX) }),
  z
    .strictObject({
      allergenCodes: z.optional(listChange(z.enum(ALLERGEN_CODES), ALLERGEN_CODES.length)),
      /** Sets `allergensChecked`. */
      checked: z.optional(z.boolean()),
    })
    .check(
      z.refine(
        ({ allergenCodes, checked }) => allergenCodes !== undefined || checked !== undefined,
        'validation.listChange',
      ),
    ),
  /** Cannot be undone, and ends the undo of an earlier import. */
  z.strictObject({ delete: z.literal(true) }),
])
export type BulkChange = z.infer<typeof bulkChangeSchema>

export const changeDishes = endpoint({
  method: 'POST',
  path: '/api/menu/bulk',
  access: 'owner',
  summary:
    'Changes several dishes, all or none; an id that no dish has is a bad row, and in a deletion 404. The response, and the undo, are those of an import.',
  body: z.object({
    ids: z.array(id).check(z.minLength(1), z.maxLength(BULK_MAX)),
    change: bulkChangeSchema,
    dryRun: z._default(z.boolean(), false),
    /** The hash `menu` that the preview returned; rejected (409 menu_changed) if the menu has changed since. */
    menu: z.optional(text(100)),
  }),
  answer: menuOutcomeSchema,
})

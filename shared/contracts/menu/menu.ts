import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { id, isoMoment } from '../base/fields.ts'
import { dishFields } from './menu-fields.ts'

export const menuItemSchema = z.object({
  id,
  ...dishFields,
  /** Whether the dish has no English name yet: `name` repeats `nameRo` and follows it. A stored menu may lack this. */
  nameIsFallback: z._default(z.boolean(), false),
  /** Sold out until this moment, which is in the future; null for a dish that can be ordered. */
  soldOutUntil: z.nullable(isoMoment),
  /** In its category, 1…n. */
  position: z.int(),
  /** Rises with each change of the dish, or of its category's name; not with `soldOutUntil` or `position`. */
  version: z.int(),
})
export type MenuItem = z.infer<typeof menuItemSchema>

export const menuCategorySchema = z.object({
  id,
  name: z.string(),
  nameRo: z.string(),
  position: z.int(),
  isActive: z.boolean(),
  /** Whether any dish belongs to it, hidden ones too. */
  hasItems: z.boolean(),
  /** The station that cooks its dishes, null for the first; only owners and the floor receive it. */
  stationId: z.optional(z.nullable(id)),
})
export type MenuCategory = z.infer<typeof menuCategorySchema>

export const getMenu = endpoint({
  method: 'GET',
  path: '/api/menu',
  access: 'public',
  summary: 'All dishes for an owner; for everybody else the active ones of active categories. In display order.',
  answer: z.array(menuItemSchema),
})

export const getCategories = endpoint({
  method: 'GET',
  path: '/api/menu/categories',
  access: 'public',
  summary: 'The active categories in display order; for owners and the floor all, with their stations.',
  answer: z.array(menuCategorySchema),
})

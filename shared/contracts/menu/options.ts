import * as z from 'zod/mini'
import { ALLERGEN_CODES } from '../../domain/menu/allergens.ts'
import { MAX_GROUP_OPTIONS, MAX_TIMES } from '../../domain/menu/options.ts'
import { endpoint } from '../base/endpoint.ts'
import { cutFirst, id, idParam, idParams, isBroken, isoMoment, price, singleLine, textRule } from '../base/fields.ts'
import { takeawayFeeSchema } from './menu.ts'

/* Options of dishes (docs/product/options.md). Not in `menu.ts`: guests load them later. */

const NAME_MAX = 100

const optionFields = {
  name: z.string(),
  nameRo: z.string(),
  /** The amount it adds to the price of the dish. */
  price,
  /** How often it may be taken. */
  times: z.int(),
  allergenCodes: z.array(z.enum(ALLERGEN_CODES)),
  /** The dish that it names, whose names, allergens and "sold out today" it has; null for a plain option. */
  menuItemId: z.nullable(id),
  preselected: z.boolean(),
  isActive: z.boolean(),
}

export const menuOptionSchema = z.object({
  id,
  ...optionFields,
  /** Sold out until this moment, which is in the future; null for an option that can be chosen. */
  soldOutUntil: z.nullable(isoMoment),
  /** Whether the dish that it names declares no allergens. */
  isUndeclared: z.optional(z.nullable(z.boolean())),
  /** The takeaway fee of the dish that it names, for each portion. */
  takeawayFee: z.optional(z.nullable(takeawayFeeSchema)),
  isBroken,
})
export type MenuOption = z.infer<typeof menuOptionSchema>

export const optionGroupSchema = z.object({
  id,
  name: z.string(),
  nameRo: z.string(),
  /** The only dish that has it; null for a group of the restaurant. */
  dishId: z.nullable(id),
  /** Whether its options are ingredients that the dish is made without ("no onion"). */
  without: z.boolean(),
  /** How many are chosen at least and at most, repetitions included; null for any number. */
  min: z.int(),
  max: z.nullable(z.int()),
  options: z.array(menuOptionSchema),
  /** Rises with each change of the group, but not with `soldOutUntil`; only owners receive it. */
  version: z.optional(z.int()),
  /** The ids of the dishes that have it; only owners receive it. */
  usedBy: z.optional(z.array(id)),
  isBroken,
})
export type OptionGroup = z.infer<typeof optionGroupSchema>

/** The English name may be left out: it is then the Romanian one. */
const names = { name: z._default(singleLine(NAME_MAX), ''), nameRo: z._default(singleLine(NAME_MAX), '') }
// An option that names a dish has the dish's names.
const hasName = z.refine<{ name: string; nameRo: string; menuItemId?: number | null }>(
  ({ menuItemId = null, name, nameRo }) => menuItemId !== null || name !== '' || nameRo !== '',
  { error: 'validation.atLeastCharacters 1', path: ['name'] },
)

const optionInputSchema = z
  .object({
    /** The id of an existing option; absent in a new one. */
    id: z.optional(id),
    ...names,
    price: z._default(price, 0),
    times: z._default(z.int().check(z.gte(1), z.lte(MAX_TIMES)), 1),
    allergenCodes: z._default(optionFields.allergenCodes.check(z.maxLength(ALLERGEN_CODES.length)), []),
    menuItemId: z._default(optionFields.menuItemId, null),
    preselected: z._default(optionFields.preselected, false),
    isActive: z._default(optionFields.isActive, true),
  })
  .check(hasName)

const limit = z.int().check(z.gte(0), z.lte(MAX_GROUP_OPTIONS))

export const optionGroupInputSchema = z
  .object({
    ...names,
    // The CSV separates the names of groups by it.
    name: z._default(singleLine(NAME_MAX).check(textRule((value) => !value.includes('|'), 'validation.tag')), ''),
    without: z._default(z.boolean(), false),
    min: z._default(limit, 0),
    max: z._default(z.nullable(limit), null),
    options: cutFirst(z.array(optionInputSchema).check(z.maxLength(MAX_GROUP_OPTIONS)), MAX_GROUP_OPTIONS),
  })
  .check(
    hasName,
    z.refine(({ min, max }) => max === null || max >= Math.max(min, 1), {
      error: 'validation.optionLimits',
      path: ['max'],
    }),
    z.refine(
      ({ without, min, options }) =>
        !without ||
        (min === 0 &&
          options.every(({ price, times, menuItemId }) => price === 0 && times === 1 && menuItemId === null)),
      { error: 'validation.optionsWithout', path: ['without'] },
    ),
    z.refine(({ max, options }) => max === null || options.filter(({ preselected }) => preselected).length <= max, {
      error: 'validation.preselected',
      path: ['options'],
    }),
  )
export type OptionGroupInput = z.infer<typeof optionGroupInputSchema>

const GROUP_FIELDS = ['name', 'nameRo', 'without', 'min', 'max']
const OPTION_FIELDS = Object.keys(optionFields)

/** A group that replaces another one. All fields are required, because an absent one would silently be reset. */
const replacementSchema = z.pipe(
  z.transform((sent: z.input<typeof optionGroupInputSchema>, { issues }) => {
    const require = (value: unknown, fields: readonly string[], path: (string | number)[]) => {
      if (typeof value !== 'object' || value === null) return
      for (const field of fields.filter((one) => !(one in value)))
        issues.push({ code: 'custom', input: undefined, path: [...path, field], message: 'validation.required' })
    }
    require(sent, GROUP_FIELDS, [])
    const options: unknown = sent?.options
    for (const [i, option] of Array.isArray(options) ? options.slice(0, MAX_GROUP_OPTIONS).entries() : [])
      if (typeof option === 'object' && option && 'id' in option) require(option, OPTION_FIELDS, ['options', i])
    return sent
  }),
  optionGroupInputSchema,
)

const optionParams = z.object({ id: idParam, optionId: idParam })

export const listOptions = endpoint('GET', '/api/menu/options', 'public', {
  scopes: ['menu:read'],
  summary: 'The groups of options that visible dishes have; for an owner all, with `usedBy` and versions.',
  response: z.array(optionGroupSchema),
})

export const createOptionGroup = endpoint('POST', '/api/menu/options', 'owner', {
  scopes: ['menu:write'],
  summary: 'Adds a group of options: of the restaurant, or of one dish. An Idempotency-Key makes it safe to repeat.',
  body: z.intersection(optionGroupInputSchema, z.object({ dishId: z._default(z.nullable(id), null) })),
  stored: 'other',
  status: 201,
  response: optionGroupSchema,
})

export const changeOptionGroup = endpoint('PATCH', '/api/menu/options/:id', 'owner', {
  scopes: ['menu:write'],
  summary:
    'Replaces a group, so that all its fields are sent: options with an id stay, those without are new, missing ones go. With If-Match, a change of another version is rejected (409 options_changed).',
  params: idParams,
  body: replacementSchema,
  response: optionGroupSchema,
})

export const copyOptionGroup = endpoint('POST', '/api/menu/options/:id/copy', 'owner', {
  scopes: ['menu:write'],
  summary: 'Adds a copy of a group to the restaurant. An Idempotency-Key makes it safe to repeat.',
  stored: 'other',
  params: idParams,
  status: 201,
  response: optionGroupSchema,
})

export const deleteOptionGroup = endpoint('DELETE', '/api/menu/options/:id', 'owner', {
  scopes: ['menu:write'],
  summary: 'Deletes a group and takes it off its dishes.',
  params: idParams,
  status: 204,
})

export const setOptionSoldOut = endpoint('POST', '/api/menu/options/:id/:optionId/sold-out', 'service', {
  scopes: ['orders:write', 'menu:write'],
  summary: 'Marks an option as sold out today, or takes that back; 400 for one that names a dish.',
  params: optionParams,
  body: z.object({ soldOut: z.boolean() }),
  response: optionGroupSchema,
})

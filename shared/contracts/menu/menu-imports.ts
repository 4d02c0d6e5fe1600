import * as z from 'zod/mini'
import { ALLERGEN_CODES } from '../../domain/menu/allergens.ts'
import { isCounted, NUTRIENTS, type Nutrient } from '../../domain/menu/nutrients.ts'
import { MAX_DISH_GROUPS } from '../../domain/menu/options.ts'
import { parseJson } from '../../domain/objects.ts'
import { endpoint } from '../base/endpoint.ts'
import { id, isoMoment, minorAmount, sentMoment, singleLine, text } from '../base/fields.ts'
import { CATEGORY_NAME_MAX, TAGS_MAX, tagSchema } from './menu-editing.ts'
import { DISH_FIELDS, type DishField } from './menu-fields.ts'

/** What a CSV may be whose text is neither UTF-8 nor UTF-16 (docs/product/menu.md#menu-csv-letters). */
export const CSV_ENCODINGS = ['windows-1250', 'windows-1252', 'macintosh', 'mac-romanian', 'cp852'] as const
export type CsvEncoding = (typeof CSV_ENCODINGS)[number]

export type CsvColumn = 'id' | Exclude<DishField, 'nutritionalValues'> | Nutrient | 'optionGroups'

/** The columns of the menu as CSV, in their order (docs/product/menu.md#menu-csv). Imports find them by name. */
export const CSV_COLUMNS: readonly CsvColumn[] = [
  'id',
  ...DISH_FIELDS.flatMap((field): CsvColumn[] => {
    if (field === 'allergensChecked') return []
    return field === 'nutritionalValues' ? NUTRIENTS.filter(isCounted) : [field]
  }),
  ...NUTRIENTS.filter((nutrient) => !isCounted(nutrient)),
  'allergensChecked',
  'optionGroups',
]

export const CSV_MAX_BYTES = 5 * 1024 * 1024
export const CSV_MAX_ROWS = 5000
export const CSV_MAX_HEADINGS = 100
/** The maximum length of the text in which a caller says what headings mean, in characters. */
const CHOSEN_COLUMNS_MAX = 10_000
/** The maximum length of a pasted price list, in characters. */
export const PRICE_LIST_MAX = 1_000_000

const knownColumn = z.enum(CSV_COLUMNS as readonly [CsvColumn, ...CsvColumn[]])

const badRowSchema = z.object({
  /** The line of the file, where 1 is the header; for a change of several dishes, the position in `ids`, from 1. */
  line: z.int(),
  /** The dish of a file's row, in the caller's language; absent if the row names none. */
  name: z.optional(z.string()),
  /** Empty if the whole row is wrong. */
  column: z.string(),
  /** The reason in the caller's language. */
  message: z.string(),
})
export type BadRow = z.infer<typeof badRowSchema>

const names = { name: z.string(), nameRo: z.string() }

/** The result of an import or of a change of several dishes, or its preview. */
const menuOutcomeSchema = z.object({
  /** Absent in a preview. */
  message: z.optional(z.string()),
  added: z.int(),
  additions: z.array(
    z.object({ line: z.int(), ...names, category: z.string(), categoryRo: z.string(), price: minorAmount }),
  ),
  changed: z.array(
    z.object({
      id,
      ...names,
      /** Values as in the CSV's cells; `new` is empty for a cleared cell. */
      changes: z.array(z.object({ column: z.string(), old: z.string(), new: z.string() })),
    }),
  ),
  /** The dishes that a change of several dishes deletes; absent in any other outcome. */
  deleted: z.optional(z.array(z.object({ id, ...names }))),
  /** The number of cleared cells; they are listed in `changed`. */
  cleared: z.int(),
  left: z.int(),
  bad: z.array(badRowSchema),
  newCategories: z.array(z.string()),
  /** Whether it is doubtful what the whole prices of a file are, and `prices` of the query does not say so. */
  asksPrices: z.boolean(),
  /** The first such price, as a whole number, with its row; also once `prices` says what they are. */
  doubtfulPrice: z.optional(z.object({ line: z.int(), name: z.string(), price: z.int() })),
  /** How a file was read whose text is neither UTF-8 nor UTF-16; absent for any other. */
  encoding: z.optional(z.enum(CSV_ENCODINGS)),
  /** The number of new dishes whose category has a dish of this name already, on the menu or in an earlier row. */
  duplicates: z.int(),
  /** A hash of the menu for which this was calculated. */
  menu: z.string(),
})
export type MenuOutcome = z.infer<typeof menuOutcomeSchema>

/** JSON: a column for each heading, null to leave its cells out. */
const chosenColumns = z.pipe(
  z.string().check(z.maxLength(CHOSEN_COLUMNS_MAX)),
  z.pipe(z.transform(parseJson), z.record(z.string(), z.nullable(knownColumn))),
)

export const csvTemplate = endpoint('GET', '/api/menu/csv-template', 'owner', {
  scopes: ['menu:read'],
  summary: 'An example of the menu as CSV, which can be imported as it is.',
})

export const exportCsv = endpoint('GET', '/api/menu/export-csv', 'owner', {
  scopes: ['menu:read'],
  summary: 'The whole menu as CSV: UTF-8 with a byte order mark.',
})

export const importMenu = endpoint('POST', '/api/menu/import-csv', 'owner', {
  scopes: ['menu:write'],
  summary:
    'Imports a menu from a CSV file (csvFile) or a pasted price list (textList): all rows or none, unless `bad` says otherwise. Headings that nobody knows, or that mean the same column, are refused (400 unknown_columns) until `columns` maps them; ids whose rows mostly change the name (400 asks_ids) until `ids` says whose they are, and text that may be in several encodings (400 asks_encoding) until `encoding` names one.',
  query: z.object({
    dryRun: z.optional(z.enum(['true', 'false'])),
    /** The `menu` of the preview; rejected (409 menu_changed) if the menu has changed since. */
    menu: z.optional(text(100)),
    /** `new` imports a row with an id that no dish has as a new dish. */
    unknownIds: z.optional(z.enum(['new'])),
    /** Whose numbers the ids are: Masa's, or another system's, which are ignored. */
    ids: z.optional(z.enum(['own', 'other'])),
    /** `skip` imports the other rows; else a bad row refuses all (400 bad_rows). */
    bad: z.optional(z.enum(['skip'])),
    /** The unit of whole prices in the file: lei or euro, or by default their minor units. */
    prices: z.optional(z.enum(['major', 'minor'])),
    columns: z._default(chosenColumns, {}),
    /** How to read a file whose text is neither UTF-8 nor UTF-16. */
    encoding: z.optional(z.enum(CSV_ENCODINGS)),
  }),
  upload: { file: 'csvFile', maxBytes: CSV_MAX_BYTES, tooLarge: 'csv_too_large' },
  body: z.object({ textList: z.optional(z.string().check(z.maxLength(PRICE_LIST_MAX))) }),
  response: menuOutcomeSchema,
})

export const importSample = endpoint('POST', '/api/menu/import-sample', 'owner', {
  scopes: ['menu:write'],
  summary: 'Imports the dishes of the demo, to be changed; only into a menu without dishes (409 menu_not_empty).',
  response: menuOutcomeSchema,
})

export const undoImport = endpoint('POST', '/api/menu/import-csv/undo', 'owner', {
  scopes: ['menu:write'],
  summary: 'Undoes the last import, within 7 days and only if nothing that a CSV contains has changed since.',
  /** The time of the import that the caller saw as the last one; rejected (409) if there is a newer one. */
  query: z.object({ at: z.optional(sentMoment) }),
  response: z.object({ message: z.string() }),
})

/** The sources of an import: a file, a pasted price list, a change of several dishes. */
export const IMPORT_KINDS = ['csv', 'list', 'bulk'] as const

export const lastImport = endpoint('GET', '/api/menu/import-csv/last', 'owner', {
  scopes: ['menu:read'],
  summary: 'The last import of the last 7 days, and whether it can still be undone; null if there is none.',
  response: z.nullable(
    z.object({
      ...{ at: isoMoment, username: z.string(), kind: z.enum(IMPORT_KINDS), added: z.int(), changed: z.int() },
      ...{ undoable: z.boolean() },
    }),
  ),
})
export type PastImport = NonNullable<z.infer<typeof lastImport.response>>

/* The change of several dishes at once (docs/product/menu.md#menu-bulk). */

/** The maximum number of dishes in one request to `changeDishes`. */
const BULK_MAX = 5000

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
  z.strictObject({ category: singleLine(CATEGORY_NAME_MAX, 1) }),
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
  /** The ids of groups of the restaurant; a dish's own groups stay. */
  z.strictObject({ options: listChange(id, MAX_DISH_GROUPS) }),
  /** Cannot be undone, and ends the undo of an earlier import. */
  z.strictObject({ delete: z.literal(true) }),
])
export type BulkChange = z.infer<typeof bulkChangeSchema>

export const changeDishes = endpoint('POST', '/api/menu/bulk', 'owner', {
  scopes: ['menu:write'],
  summary:
    'Changes several dishes, all or none; an id that no dish has is a bad row. The response, and the undo, are those of an import.',
  body: z.object({
    ids: z.array(id).check(z.minLength(1), z.maxLength(BULK_MAX)),
    change: bulkChangeSchema,
    dryRun: z._default(z.boolean(), false),
    /** The hash `menu` that the preview returned; rejected (409 menu_changed) if the menu has changed since. */
    menu: z.optional(text(100)),
  }),
  response: menuOutcomeSchema,
})

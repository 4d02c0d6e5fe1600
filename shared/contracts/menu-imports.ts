import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, isoMoment, money, text } from './fields.ts'

/** The columns of the menu as CSV, in their order (docs/product.md#menu-csv). */
export const CSV_COLUMNS = [
  'id',
  'name',
  'nameRo',
  'description',
  'descriptionRo',
  'price',
  'category',
  'categoryRo',
  'imageUrl',
  'tags',
  'isActive',
  'allergens',
  'allergenCodes',
  'calories',
  'protein',
  'carbs',
  'fat',
  'fiber',
  'ingredients',
  'ingredientsRo',
  'saturates',
  'sugars',
  'salt',
] as const
export type CsvColumn = (typeof CSV_COLUMNS)[number]

export const CSV_MAX_BYTES = 5 * 1024 * 1024
export const CSV_MAX_ROWS = 5000
/** The longest price list that is pasted, in characters. */
export const PRICE_LIST_MAX = 1_000_000

/** A row that cannot be taken. */
export const badRowSchema = z.object({
  /** Counted from 1, which is the header; of a change of several dishes, the place in `ids`. */
  line: z.int(),
  /** Empty where the whole row is meant. */
  column: z.string(),
  /** In the caller's language. */
  message: z.string(),
})
export type BadRow = z.infer<typeof badRowSchema>

/** What an import, or a change of several dishes, does or would do. */
export const menuOutcomeSchema = z.object({
  /** Only after it was done. */
  message: z.optional(z.string()),
  /** How many dishes it adds. */
  added: z.int(),
  additions: z.array(z.object({ line: z.int(), name: z.string(), category: z.string(), price: money })),
  changed: z.array(
    z.object({
      id,
      name: z.string(),
      /** As the cells of the CSV; an emptied one has an empty `new`. */
      changes: z.array(z.object({ column: z.string(), old: z.string(), new: z.string() })),
    }),
  ),
  /** How many cells it empties; `changed` shows them. */
  cleared: z.int(),
  /** How many dishes of the menu stay as they are. */
  left: z.int(),
  bad: z.array(badRowSchema),
  /** How many rows are bad because no dish has their id: such rows can be taken as new dishes. */
  unknownIds: z.int(),
  /** Names the menu on which this was worked out. */
  menu: z.string(),
})
export type MenuOutcome = z.infer<typeof menuOutcomeSchema>

export const csvTemplate = endpoint({
  method: 'GET',
  path: '/api/menu/csv-template',
  access: 'owner',
  says: 'An example of the menu as CSV, which can be imported as it is.',
})

export const exportCsv = endpoint({
  method: 'GET',
  path: '/api/menu/export-csv',
  access: 'owner',
  says: 'The whole menu as CSV: UTF-8 with a byte order mark.',
})

export const importMenu = endpoint({
  method: 'POST',
  path: '/api/menu/import-csv',
  access: 'owner',
  says: 'Imports a menu from a CSV file (csvFile) or a pasted price list (textList): all rows or none.',
  query: z.object({
    dryRun: z.optional(z.enum(['true', 'false'])),
    /** The `menu` of the preview: refused (409 menu_changed) where the menu is another. */
    menu: z.optional(text(100)),
    /** `new` takes a row whose id no dish has as a new dish. */
    unknownIds: z.optional(z.enum(['new'])),
  }),
  upload: { file: 'csvFile', maxBytes: CSV_MAX_BYTES, tooLarge: 'csv_too_large' },
  body: z.object({ textList: z.optional(z.string().check(z.maxLength(PRICE_LIST_MAX))) }),
  answer: menuOutcomeSchema,
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/menu/import-csv/undo',
  access: 'owner',
  says: 'Takes the last import back, within 7 days and as long as nothing of what a CSV holds was changed after it.',
  /** When the import was made that the caller saw as the last one: refused (409) where another is it. */
  query: z.object({ at: z.optional(isoMoment) }),
  answer: z.object({ message: z.string() }),
})

/** How an import came. */
export const IMPORT_KINDS = ['csv', 'list', 'bulk'] as const

export const lastImport = endpoint({
  method: 'GET',
  path: '/api/menu/import-csv/last',
  access: 'owner',
  says: 'The last import of the last 7 days, and whether it can still be undone; null where there is none.',
  answer: z.nullable(
    z.object({
      at: isoMoment,
      username: z.string(),
      kind: z.enum(IMPORT_KINDS),
      added: z.int(),
      changed: z.int(),
      undoable: z.boolean(),
    }),
  ),
})
export type PastImport = NonNullable<z.infer<typeof lastImport.answer>>

import type { BadRow } from '#shared/contracts/menu/menu-imports.ts'
import type { Language } from '#shared/domain/language.ts'
import type { Currency } from '#shared/domain/money.ts'
import type { FieldChange } from './requests/bulk-requests.ts'
import type { CsvOptions } from './requests/csv-requests.ts'

/** The menu as JSON, written by the database and parsed by the worker thread. */
export interface MenuText {
  /** JSON: `StoredDish[]`, by id. */
  dishes: string
  /** JSON: `StoredCategory[]`, in display order. */
  categories: string
  /** A hash of everything that a CSV contains of this menu. */
  mark: string
}

/** What to import. */
export type Source =
  | { kind: 'csv'; file: Uint8Array; options: CsvOptions; adultsOnly: ReadonlySet<number> }
  | { kind: 'list'; text: string; currency: Currency; adultsOnly: ReadonlySet<number> }
  | { kind: 'bulk'; ids: number[]; change: FieldChange }

/** A job for the worker thread. */
export type Job =
  | { task: 'export'; menu: MenuText }
  | { task: 'plan'; menu: MenuText; source: Source; isPreview: boolean; language: Language }

/** The planned changes for the database, as JSON where they can be long. */
export interface Changes {
  added: number
  changed: number
  /** `CategoryNames[]` */
  newCategories: string
  /** `Pick<StoredCategory, 'id' | 'nameRo'>[]` */
  renamedCategories: string
  /** `ImportedDish[]` */
  newDishes: string
  /** `StoredDish[]` */
  changedDishes: string
}

export type PlanResult =
  /** The file cannot be imported, nor previewed. */
  | { refusal: { code: 'unknown_columns'; columns: string[] } }
  /** There are bad rows, and this is not a preview. */
  | { refusal: { code: 'bad_rows'; bad: BadRow[] } }
  /** The body of the response as JSON, with the changes to write. */
  | { refusal?: never; response: string; changes: Changes }

/** The result of each task. */
export interface Results {
  export: string
  plan: PlanResult
}

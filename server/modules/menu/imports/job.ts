import type { BulkChange } from '#shared/contracts/menu-editing.ts'
import type { BadRow } from '#shared/contracts/menu-imports.ts'
import type { Language } from '#shared/domain/language.ts'
import type { Currency } from '#shared/domain/money.ts'

/** The menu as its tables have it: written by the database, read by the worker. */
export interface MenuText {
  /** JSON: `KnownDish[]`, by id. */
  dishes: string
  /** JSON: `KnownCategory[]`, in display order. */
  categories: string
  /** Names this menu: another one as soon as anything changes that a CSV holds. */
  mark: string
}

/** What is to be taken in. */
export type Source =
  | { kind: 'csv'; file: Uint8Array; takesUnknownIds: boolean }
  | { kind: 'list'; text: string; currency: Currency }
  | { kind: 'bulk'; ids: number[]; change: BulkChange }

/** Work on a whole menu. */
export type Job =
  | { task: 'export'; menu: MenuText }
  | { task: 'plan'; menu: MenuText; source: Source; isPreview: boolean; language: Language }

/** A planned change for the database, in JSON where it can be long. */
export interface Changes {
  added: number
  changed: number
  /** `Omit<KnownCategory, 'id'>[]` */
  newCategories: string
  /** `Pick<KnownCategory, 'id' | 'nameRo'>[]` */
  renamedCategories: string
  /** `DishInput[]` */
  newDishes: string
  /** `KnownDish[]` */
  changedDishes: string
}

export type Planned =
  /** Nothing can be done, and this is no preview. */
  | { bad: BadRow[] }
  /** The answer of the call, as JSON. */
  | { bad?: never; answer: string; changes: Changes }

/** What the worker gives for a task. */
export interface Results {
  export: string
  plan: Planned
}

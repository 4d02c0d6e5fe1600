import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, numeric, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { NutritionalValues } from '#shared/contracts/menu/menu-fields.ts'
import { IMPORT_KINDS } from '#shared/contracts/menu/menu-imports.ts'
import type { AllergenCode } from '#shared/domain/menu/allergens.ts'
import { MAX_PERCENT, ROUND_TO } from '#shared/domain/menu/offers.ts'
import { MAX_GROUP_OPTIONS, MAX_TIMES, type TakeawayFee } from '#shared/domain/menu/options.ts'
import { MAX_PRICE } from '#shared/domain/money.ts'
import type { WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { day, identity, isBetween, isOneOf, isTime, minorUnits, moment, reference } from './columns.ts'

export const menuCategories = pgTable(
  'menu_categories',
  {
    id: identity(),
    name: text().notNull().unique(),
    nameRo: text().notNull().default(''),
    position: integer().notNull(),
    isActive: boolean().notNull().default(true),
    /** The station that cooks its dishes; null, or one that was removed, means the first. */
    stationId: integer(),
    vatRate: numeric({ precision: 5, scale: 2, mode: 'number' }),
    servedHours: jsonb().$type<WeeklyHours[]>(),
  },
  (table) => [check('menu_categories_name', sql`${table.name} <> ''`)],
)

/** The position of a new or moved dish until `renumber` numbers it, in the same transaction: after all others. */
export const LAST_POSITION = 1_000_000_000

export const menuItems = pgTable(
  'menu_items',
  {
    id: identity(),
    categoryId: reference()
      .notNull()
      .references(() => menuCategories.id, { onDelete: 'restrict' }),
    name: text().notNull(),
    nameRo: text().notNull().default(''),
    /** Whether the dish has no English name yet: `name` repeats `nameRo` and follows it. */
    nameIsFallback: boolean().notNull().default(false),
    description: text().notNull().default(''),
    descriptionRo: text().notNull().default(''),
    price: minorUnits().notNull(),
    imageUrl: text().notNull().default(''),
    tags: text().array().notNull().default([]),
    isActive: boolean().notNull().default(true),
    allergens: text(),
    allergenCodes: text().array().notNull().default([]).$type<AllergenCode[]>(),
    nutritionalValues: jsonb().$type<NutritionalValues>(),
    ingredients: text().notNull().default(''),
    ingredientsRo: text().notNull().default(''),
    /** The owner has checked the allergens; without codes and free text, the dish then contains none of the 14. */
    allergensChecked: boolean().notNull().default(false),
    position: integer().notNull().default(LAST_POSITION),
    /** When the dish can be ordered again; null or in the past if it is not sold out. */
    soldOutUntil: moment(),
    /** Until when its portions are counted (`dishPortions`); null or in the past if they are not. */
    portionsUntil: moment(),
    /** The groups in the order of the menu. A change of the array changes the row, which orders check. */
    optionGroupIds: bigint({ mode: 'number' }).array().notNull().default([]),
    isSetMenu: boolean().notNull().default(false),
    takeawayFee: jsonb().$type<TakeawayFee>(),
    servedHours: jsonb().$type<WeeklyHours[]>(),
    /** Rises with every change of the dish or of its category's name, but not of `soldOutUntil` or `position`. */
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    index().on(table.categoryId),
    check('menu_items_name', sql`${table.name} <> ''`),
    check('menu_items_price', isBetween(table.price, 0, MAX_PRICE)),
  ],
)

/**
 * How many portions are left of the dishes that count them. A reopened order takes its portions whether or not there are
 * any, so the number can be negative.
 */
export const dishPortions = pgTable('dish_portions', {
  menuItemId: reference()
    .primaryKey()
    .references(() => menuItems.id, { onDelete: 'cascade' }),
  portionsLeft: integer().notNull(),
})

export const optionGroups = pgTable(
  'option_groups',
  {
    id: identity(),
    name: text().notNull(),
    nameRo: text().notNull().default(''),
    dishId: reference().references(() => menuItems.id, { onDelete: 'cascade' }),
    without: boolean().notNull().default(false),
    min: integer().notNull().default(0),
    max: integer(),
    /** Rises with every change of the group and its options, but not of `soldOutUntil`. */
    version: integer().notNull().default(1),
    /** Raised whenever an option is sold out or back, so that the row's triggers announce it. */
    soldOutChanges: integer().notNull().default(0),
  },
  (table) => [
    index().on(table.dishId),
    check('option_groups_name', sql`${table.name} <> ''`),
    check('option_groups_min', isBetween(table.min, 0, MAX_GROUP_OPTIONS)),
    check('option_groups_max', sql`${table.max} >= greatest(${table.min}, 1)`),
  ],
)

export const menuOptions = pgTable(
  'menu_options',
  {
    id: identity(),
    groupId: reference()
      .notNull()
      .references(() => optionGroups.id, { onDelete: 'cascade' }),
    /** The position in its group, from 1. */
    position: integer().notNull(),
    /** Empty for an option that names a dish. */
    name: text().notNull(),
    nameRo: text().notNull().default(''),
    price: minorUnits().notNull().default(0),
    times: integer().notNull().default(1),
    allergenCodes: text().array().notNull().default([]).$type<AllergenCode[]>(),
    menuItemId: reference().references(() => menuItems.id, { onDelete: 'cascade' }),
    preselected: boolean().notNull().default(false),
    isActive: boolean().notNull().default(true),
    soldOutUntil: moment(),
  },
  (table) => [
    index().on(table.groupId),
    index().on(table.menuItemId),
    check('menu_options_name', sql`${table.name} <> '' or ${table.menuItemId} is not null`),
    check('menu_options_price', isBetween(table.price, 0, MAX_PRICE)),
    check('menu_options_times', isBetween(table.times, 1, MAX_TIMES)),
  ],
)

/** Rules that lower prices by the hour. */
export const priceRules = pgTable(
  'price_rules',
  {
    id: identity(),
    name: text().notNull(),
    nameRo: text().notNull().default(''),
    percent: integer().notNull(),
    roundTo: integer().notNull().default(1),
    /** Whoever reads a rule leaves out the ids of deleted categories and dishes, which remain here. */
    categoryIds: bigint({ mode: 'number' }).array().notNull(),
    dishIds: bigint({ mode: 'number' }).array().notNull(),
    weekly: jsonb().$type<WeeklyHours[]>(),
    /** Calendar days of the restaurant, both included. */
    from: day(),
    until: day(),
    isActive: boolean().notNull(),
    version: integer().notNull().default(1),
    /** When it was added, or more than its names was changed; null for one of an earlier version. */
    changedAt: moment(),
  },
  (table) => [
    check('price_rules_percent', isBetween(table.percent, 1, MAX_PERCENT)),
    check('price_rules_round_to', isBetween(table.roundTo, 1, Math.max(...ROUND_TO))),
  ],
)

/** The rows that the last import replaced and added; only `server/modules/menu/imports` reads the dishes. */
export interface BeforeImport {
  dishes: unknown[]
  categories: { name: string; nameRo: string }[]
  addedItems: number[]
  addedCategories: number[]
}

export const menuImports = pgTable(
  'menu_imports',
  {
    id: identity(),
    at: moment().notNull(),
    username: text().notNull(),
    kind: text().notNull().$type<(typeof IMPORT_KINDS)[number]>(),
    added: integer().notNull(),
    changed: integer().notNull(),
    before: jsonb().notNull().$type<BeforeImport>(),
    /** Identifies the menu right after the import: the import can be undone while the menu is still the same. */
    menuAfter: text().notNull(),
  },
  (table) => [check('menu_imports_kind', isOneOf(table.kind, IMPORT_KINDS))],
)

/** The stored pictures, so that those that are shown nowhere can be deleted. */
export const pictures = pgTable('pictures', {
  /** The name under which the picture is stored. */
  hash: text().primaryKey(),
  /** When the picture was last known to be shown, or was uploaded. */
  usedAt: moment().notNull(),
})

export const promotions = pgTable(
  'promotions',
  {
    id: identity(),
    title: text().notNull(),
    titleRo: text().notNull(),
    description: text().notNull(),
    descriptionRo: text().notNull(),
    imageUrl: text().notNull().default(''),
    /** Calendar days of the restaurant, both included. */
    startDate: day().notNull(),
    endDate: day().notNull(),
    /** HH:MM by the restaurant's clock, the last minute included; both or neither. */
    startHour: text(),
    endHour: text(),
    /** 1 (Monday) to 7 (Sunday), in order. */
    weekdays: smallint().array().notNull().default([1, 2, 3, 4, 5, 6, 7]),
    isActive: boolean().notNull().default(true),
    order: integer().notNull().default(0),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    check('promotions_dates', sql`${table.startDate} <= ${table.endDate}`),
    check(
      'promotions_hours',
      sql`(${table.startHour} is null and ${table.endHour} is null)
        or (${table.startHour} is not null and ${table.endHour} is not null and ${table.startHour} <= ${table.endHour}
          and ${isTime(table.startHour)} and ${isTime(table.endHour)})`,
    ),
    check('promotions_weekdays', sql`cardinality(${table.weekdays}) > 0 and ${table.weekdays} <@ '{1,2,3,4,5,6,7}'`),
  ],
)

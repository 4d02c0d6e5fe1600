import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { NutritionalValues } from '#shared/contracts/menu.ts'
import type { AllergenCode } from '#shared/domain/allergens.ts'
import { MAX_PRICE } from '#shared/domain/money.ts'
import { identity, isBetween, minorUnits, moment, reference } from './columns.ts'

export const menuCategories = pgTable(
  'menu_categories',
  {
    id: identity(),
    name: text().notNull().unique(),
    nameRo: text().notNull().default(''),
    position: integer().notNull(),
    isActive: boolean().notNull().default(true),
  },
  (table) => [check('menu_categories_name', sql`${table.name} <> ''`)],
)

export const menuItems = pgTable(
  'menu_items',
  {
    id: identity(),
    categoryId: reference()
      .notNull()
      .references(() => menuCategories.id, { onDelete: 'restrict' }),
    name: text().notNull(),
    nameRo: text().notNull().default(''),
    description: text().notNull().default(''),
    descriptionRo: text().notNull().default(''),
    price: minorUnits().notNull(),
    imageUrl: text().notNull().default(''),
    tags: text().array().notNull().default([]),
    isActive: boolean().notNull().default(true),
    allergens: text(),
    allergenCodes: text().array().notNull().default([]).$type<AllergenCode[]>(),
    nutritionalValues: jsonb().$type<NutritionalValues>(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    index().on(table.categoryId),
    check('menu_items_name', sql`${table.name} <> ''`),
    check('menu_items_price', isBetween(table.price, 0, MAX_PRICE)),
  ],
)

import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { identity, isTime, moment } from './columns.ts'

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
    startDate: date({ mode: 'string' }).notNull(),
    endDate: date({ mode: 'string' }).notNull(),
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

import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { ReservationStep } from '#shared/contracts/reservations.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { MAX_PARTY, RESERVATION_SOURCES, RESERVATION_STATUSES } from '#shared/domain/reservations/reservations.ts'
import { identity, isBetween, isOneOf, moment } from './columns.ts'

/** Reservations. No two confirmed or seated ones have a table in overlapping times; the lock `reservations` keeps that. */
export const reservations = pgTable(
  'reservations',
  {
    id: identity(),
    at: moment().notNull(),
    until: moment().notNull(),
    party: integer().notNull(),
    name: text().notNull(),
    /** The digits of E.164; empty without a number. */
    phoneNumber: text().notNull(),
    notes: text(),
    language: text({ enum: LANGUAGES }).notNull(),
    status: text({ enum: RESERVATION_STATUSES }).notNull(),
    /** No references: deleting a table removes its id, under the same lock. */
    tableIds: bigint({ mode: 'number' }).array().notNull().default([]),
    source: text({ enum: RESERVATION_SOURCES }).notNull(),
    seenAt: moment(),
    /** Whether somebody of the house has ever seen it, perhaps as it was before. */
    isKnown: boolean().notNull().default(true),
    /** Of a seated one, the moment of that step. */
    seatedAt: moment(),
    /** Of a seated one, the end of its business day: it is not over before. */
    dayEnd: moment(),
    version: integer().notNull().default(1),
    /** The hash of the token in the guest's link; null once it is erased. */
    tokenHash: text(),
    /** Keyed hashes of the guest's address, until its time. */
    origin: integer().array(),
    /** Its changes; the first is that it was made. */
    history: jsonb().$type<ReservationStep[]>().notNull(),
    /** Random and never shown. In `erasures`, so that the row is erased again after a backup is restored. */
    erasureKey: uuid().notNull().defaultRandom(),
    /** When the personal data was erased. */
    erasedAt: moment(),
    createdAt: moment().notNull(),
  },
  (table) => [
    unique('reservations_token').on(table.tokenHash),
    index().on(table.at),
    // For those of a number, and for erasing.
    index().on(table.phoneNumber),
    // Origins are cleared each minute.
    index('reservations_origin').on(table.at).where(sql`${table.origin} is not null`),
    check('reservations_until', sql`${table.until} > ${table.at}`),
    check(
      'reservations_seated',
      sql`(${table.status} = 'seated') = (${table.seatedAt} is not null) and (${table.seatedAt} is null) = (${table.dayEnd} is null)`,
    ),
    check('reservations_party', isBetween(table.party, 1, MAX_PARTY)),
    check('reservations_language', isOneOf(table.language, LANGUAGES)),
    check('reservations_status', isOneOf(table.status, RESERVATION_STATUSES)),
    check('reservations_source', isOneOf(table.source, RESERVATION_SOURCES)),
  ],
)

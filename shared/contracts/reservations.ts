import * as z from 'zod/mini'
import { LANGUAGES } from '../domain/language.ts'
import * as domain from '../domain/reservations/reservations.ts'
import { endpoint } from './base/endpoint.ts'
import * as fields from './base/fields.ts'
import { id, idParam, idParams, isoMoment, sentDay, sentMoment } from './base/fields.ts'
import { promisedSchema } from './tables.ts'

/* Reservations of tables (docs/product/reservations.md). */

export const RESERVATION_NOTES_MAX = 500

/** A reservation as the guest who made it sees it. */
export const guestReservationSchema = z.object({
  id,
  at: isoMoment,
  until: isoMoment,
  party: z.int(),
  name: z.string(),
  /** E.164 digits; empty for one of the house without a number. */
  phoneNumber: z.string(),
  notes: z.nullable(z.string()),
  /** The language of messages to the guest. */
  language: z.enum(LANGUAGES),
  status: z.enum(domain.RESERVATION_STATUSES),
  createdAt: isoMoment,
  version: z.int(),
})
export type GuestReservation = z.infer<typeof guestReservationSchema>

export const reservationSchema = z.extend(guestReservationSchema, {
  tableIds: z.array(id),
  source: z.enum(domain.RESERVATION_SOURCES),
  /** When somebody of the house saw it as it is now; null for one of a guest that is new or changed. */
  seenAt: z.nullable(isoMoment),
  /** Since when its guests sit; null while they do not. */
  seatedAt: z.nullable(isoMoment),
  /** Why a confirmed one to come cannot be kept as it is. */
  problem: z.nullable(z.enum(domain.RESERVATION_PROBLEMS)),
  /** Whether it is cancelled because the house has declined the request. */
  declined: z.optional(z.boolean()),
})
export type Reservation = z.infer<typeof reservationSchema>

/** Reservations of the same telephone number that are over. */
export const listedReservationSchema = z.extend(reservationSchema, {
  before: z.object({ visits: z.int(), noShows: z.int() }),
})
export type ListedReservation = z.infer<typeof listedReservationSchema>

const partyOfQuery = z.coerce.number().check(z.int(), z.gte(1), z.lte(domain.MAX_PARTY))
const timesQuery = z.object({ date: z.optional(sentDay), party: z.optional(partyOfQuery) })
const reservationTimes = z.object({
  /** The largest party that can reserve; 0 while guests cannot. */
  maxParty: z.int(),
  /** From so many people on, the house confirms; null for never. */
  asks: z.nullable(z.int()),
  /** The dates that have times, full or not: YYYY-MM-DD. */
  days: z.array(z.string()),
  times: z.array(z.object({ at: isoMoment, full: z.boolean() })),
})
export type ReservationTimes = z.infer<typeof reservationTimes>

export const getReservationTimes = endpoint('GET', '/api/reservations/times', 'public', {
  summary:
    'The times at which guests can reserve for a party on a date, or on the first day with times. Empty while guests cannot reserve online.',
  query: timesQuery,
  response: reservationTimes,
})

const party = z.int().check(z.gte(1), z.lte(domain.MAX_PARTY))
const tableIds = z.array(id).check(z.maxLength(50))
const notes = fields.optionalText(RESERVATION_NOTES_MAX)

const name = fields.singleLine(100, 2, 'nameRequired')
const phoneNumber = fields.singleLine(32, 10, 'phoneRequired')

/** Taken from a guest too, who may not send `tableIds` and `until`. */
const newReservation = z.object({
  at: sentMoment,
  party,
  name,
  /** Left out only by the house. */
  phoneNumber: z.optional(z.union([z.literal(''), phoneNumber])),
  notes: z.optional(notes),
  /** The restaurant's by default. */
  language: z.optional(z.enum(LANGUAGES)),
  /** Absent: a table is chosen. Empty: none is taken. */
  tableIds: z.optional(tableIds),
  until: z.optional(sentMoment),
})

export const makeReservation = endpoint('POST', '/api/reservations', 'public', {
  summary:
    'Reserves a table; one of a guest, from a size of party on, asks the house. Accepts Idempotency-Key. `link` is the path of the guest’s own page.',
  body: newReservation,
  stored: 'reservation',
  status: 201,
  response: z.object({ reservation: z.union([reservationSchema, guestReservationSchema]), link: z.string() }),
})

const tokenParams = z.object({ token: z.string().check(z.maxLength(100)) })

export const getMyReservation = endpoint('GET', '/api/reservations/mine/:token', 'public', {
  summary: 'The reservation of a link.',
  params: tokenParams,
  response: guestReservationSchema,
})

export const changeMyReservation = endpoint('PATCH', '/api/reservations/mine/:token', 'public', {
  summary: 'Changes the time, the party, or who reserved. Refused, the reservation stays as it was.',
  params: tokenParams,
  body: z.partial(z.object({ at: sentMoment, party, name, phoneNumber, notes })),
  response: guestReservationSchema,
})

export const getMyTimes = endpoint('GET', '/api/reservations/mine/:token/times', 'public', {
  summary: 'The times to which the reservation can be moved, by default those of its day for its party.',
  params: tokenParams,
  query: timesQuery,
  response: reservationTimes,
})

export const cancelMyReservation = endpoint('DELETE', '/api/reservations/mine/:token', 'public', {
  summary: 'Cancels the reservation. A repetition changes nothing.',
  params: tokenParams,
  status: 204,
})

export const getMyCalendar = endpoint('GET', '/api/reservations/mine/:token/calendar', 'public', {
  summary: 'The reservation as an .ics file.',
  params: tokenParams,
})

export const MAX_RESERVATION_DAYS = 31
export const RESERVATIONS_FOUND = 50

export const listReservations = endpoint('GET', '/api/reservations', 'floor', {
  summary:
    'The reservations of some business days, or those to come that match a name or a number, cancelled ones last; by their time. With `waiting`, those to come that are to be answered, then what guests did and nobody has seen, the newest first. None has what a guest cancelled before anybody saw it.',
  query: z.object({
    from: z.optional(sentDay),
    to: z.optional(sentDay),
    q: z.optional(fields.text(100)),
    waiting: z.optional(z.literal('true')),
  }),
  response: z.array(listedReservationSchema),
})

const reservationStep = z.object({
  at: isoMoment,
  /** The name of the user; null for the guest, and for what happens by itself. */
  user: z.nullable(z.string()),
  /** The status that it got. */
  status: z.optional(z.enum(domain.RESERVATION_STATUSES)),
  /** The names of the fields that were changed. */
  fields: z.array(z.string()),
  /** What some of them were before. */
  was: z.optional(
    z.object({ at: z.optional(isoMoment), party: z.optional(z.int()), tableIds: z.optional(z.array(id)) }),
  ),
})
export type ReservationStep = z.infer<typeof reservationStep>

export const getFreeTimes = endpoint('GET', '/api/reservations/free', 'floor', {
  summary:
    'The times of a date that the house can give a party, each with the tables that it would get; null if none is free. `except` is the reservation that is changed.',
  query: z.object({
    date: sentDay,
    party: partyOfQuery,
    except: z.optional(idParam),
  }),
  response: z.array(z.object({ at: isoMoment, tableIds: z.nullable(z.array(id)) })),
})

export const getReservation = endpoint('GET', '/api/reservations/:id', 'floor', {
  summary: 'One reservation with its history, and how many are to come from the same address.',
  params: idParams,
  response: z.extend(listedReservationSchema, {
    history: z.array(reservationStep),
    /** How many are to come from the same address, this one too. */
    fromAddress: z.int(),
  }),
})
export type ReservationWithHistory = z.infer<typeof getReservation.response>

export const changeReservation = endpoint('PATCH', '/api/reservations/:id', 'floor', {
  summary: 'Changes any field, or takes a step. With If-Match, a change of another version is rejected.',
  params: idParams,
  body: z.partial(
    z.extend(newReservation, { status: z.enum(domain.RESERVATION_STATUSES), language: z.enum(LANGUAGES) }),
  ),
  response: z.extend(reservationSchema, { promised: z.optional(promisedSchema) }),
})

export const seeReservation = endpoint('POST', '/api/reservations/:id/seen', 'floor', {
  summary: 'Marks a version of a reservation as seen; another one is refused.',
  params: idParams,
  body: z.object({ version: id }),
  response: reservationSchema,
})

export const cancelReservations = endpoint('POST', '/api/reservations/cancel', 'owner', {
  summary: 'Cancels all reservations to come of the same telephone number, or of the same address, as this one.',
  body: z.object({ id, same: z.enum(['number', 'address']) }),
  response: z.object({ cancelled: z.int() }),
})

export const eraseReservation = endpoint('POST', '/api/reservations/:id/erase', 'owner', {
  summary: 'Erases who reserved. One to come must be cancelled first.',
  params: idParams,
  response: reservationSchema,
})

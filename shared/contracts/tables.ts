import * as z from 'zod/mini'
import { TABLE_STATUSES } from '../domain/table-state.ts'
import { endpoint } from './base/endpoint.ts'
import { id, idParams, isoMoment, optionalLine } from './base/fields.ts'

/** The key of a table's code (docs/product/tables.md#tables-keys); a wrong one of any form gets the same error. */
export const tableKeySchema = z.string().check(z.maxLength(64))

/** The day's next reservation of a table: `19:30 Ioana · 4`. */
export const tableReservationSchema = z.object({ id, at: isoMoment, name: z.string(), party: z.int() })
export type TableReservation = z.infer<typeof tableReservationSchema>

/** Who is to come to a table within the stay, told to who seats, moves or orders there. Guests never receive it. */
export const promisedSchema = z.omit(tableReservationSchema, { id: true })
export type Promised = z.infer<typeof promisedSchema>

export const tableSchema = z.object({
  id,
  number: z.int(),
  /** The name that people use, such as "Terasa 3", shown beside the number. */
  label: z.nullable(z.string()),
  capacity: z.int(),
  /** Reserved also from some time before a reservation, which is not stored. */
  status: z.enum(TABLE_STATUSES),
  /** The next of its business day; only owners and the floor receive it. */
  reservation: z.optional(z.nullable(tableReservationSchema)),
  /** Whose reservation sits there, and since when: of two the later one; only owners and the floor receive it. */
  seated: z.optional(z.nullable(tableReservationSchema)),
  /** Whether guests' reservations are given it; only owners and the floor receive it. */
  reservable: z.optional(z.boolean()),
  /** Part of the table's code; only owners receive it (docs/product/tables.md#tables-keys). */
  key: z.optional(z.string()),
})
export type Table = z.infer<typeof tableSchema>

export const TABLE_NUMBER_MAX = 9999
const TABLE_CAPACITY_MAX = 999
export const TABLE_LABEL_MAX = 30

/** The rules of the form, also used by the form itself (docs/product/tables.md#tables-form). */
export const tableInputSchema = z.object({
  number: z.int().check(z.gte(1, 'validation.tableNumber'), z.lte(TABLE_NUMBER_MAX)),
  capacity: z.int().check(z.gte(1, 'validation.tableCapacity'), z.lte(TABLE_CAPACITY_MAX)),
  label: optionalLine(TABLE_LABEL_MAX),
  /** True for a new table by default. */
  reservable: z.optional(z.boolean()),
})
export type TableInput = z.infer<typeof tableInputSchema>

export const getTables = endpoint('GET', '/api/tables', 'public', {
  summary: 'The tables by number, with their labels; for an owner, with the keys of their codes.',
  response: z.array(tableSchema),
})

export const createTable = endpoint('POST', '/api/tables', 'owner', {
  summary: 'Adds a table; `label` is optional. An Idempotency-Key makes it safe to repeat.',
  body: tableInputSchema,
  stored: 'other',
  status: 201,
  response: tableSchema,
})

export const TABLES_AT_ONCE = 100

export const createTables = endpoint('POST', '/api/tables/several', 'owner', {
  summary: 'Adds tables with these numbers and one capacity, all or none. An Idempotency-Key makes it safe to repeat.',
  body: z.object({
    numbers: z.array(tableInputSchema.shape.number).check(z.minLength(1), z.maxLength(TABLES_AT_ONCE)),
    capacity: tableInputSchema.shape.capacity,
  }),
  stored: 'other',
  status: 201,
  response: z.array(tableSchema),
})

export const changeTable = endpoint('PATCH', '/api/tables/:id', 'owner', {
  summary:
    'Changes number, capacity, label (null for none) or `reservable`; open orders and the active session of the table get the new number and label.',
  params: idParams,
  body: z.partial(tableInputSchema),
  response: tableSchema,
})

export const setTableStatus = endpoint('PATCH', '/api/tables/:id/status', 'floor', {
  summary: 'Sets the status. Available ends the table’s session and completes its delivered orders.',
  params: idParams,
  body: z.object({
    status: z.enum(TABLE_STATUSES),
    /** Completes orders with something due too, which otherwise get 409 `unpaid`. */
    withoutPayment: z.optional(z.boolean()),
  }),
  response: z.extend(tableSchema, { promised: z.optional(promisedSchema) }),
})

export const renewTableKey = endpoint('POST', '/api/tables/:id/key', 'owner', {
  summary: 'Gives a table a new key: codes printed earlier stop working while keys are required.',
  params: idParams,
  response: tableSchema,
})

export const deleteTable = endpoint('DELETE', '/api/tables/:id', 'owner', {
  summary: 'Deletes a table without open orders, session and reservations to come; past orders keep its number.',
  params: idParams,
  status: 204,
})

/** The address of the menu in the tables' codes. */
export const getTableAddresses = endpoint('GET', '/api/tables/addresses', 'owner', {
  summary: 'The public address, if one is set, and the addresses of this machine in its network.',
  response: z.object({
    /** `PUBLIC_URL`, else the setting `publicAddress`. */
    publicUrl: z.nullable(z.string()),
    /** Whether it is `PUBLIC_URL`, which no setting changes. */
    isFixed: z.boolean(),
    /** For example `http://192.168.1.20:3000`. */
    network: z.array(z.string()),
  }),
})
export type TableAddresses = z.infer<typeof getTableAddresses.response>

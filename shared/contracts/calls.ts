import * as z from 'zod/mini'
import { CALL_KINDS, CALL_METHODS, CALL_STATUSES } from '../domain/table-state.ts'
import { endpoint } from './base/endpoint.ts'
import { id, idParam, idParams, isoMoment } from './base/fields.ts'
import { tableKeySchema } from './tables.ts'

/** An open call of a table, as the floor sees it. */
export const tableCallSchema = z.object({
  id,
  kind: z.enum(CALL_KINDS),
  /** How the guests want to pay; null if they did not say, and in a call for the waiter. */
  method: z.nullable(z.enum(CALL_METHODS)),
  status: z.enum(CALL_STATUSES),
  /** The name of the user who is on the way; null while nobody is. */
  takenBy: z.nullable(z.string()),
  at: isoMoment,
})
export type TableCall = z.infer<typeof tableCallSchema>

export const callTokenSchema = z.string().check(z.maxLength(100))

const params = z.object({ id: idParam, callId: idParam })

export const callStaff = endpoint('POST', '/api/tables/:id/calls', 'public', {
  summary:
    'Calls the waiter or asks for the bill. Responds with 201 and a new call, or with 200 and the open one. WATCH_CALL with `callToken` watches it.',
  params: idParams,
  body: z.object({
    kind: z.enum(CALL_KINDS),
    /** Ignored in a call for the waiter. */
    method: z.optional(z.nullable(z.enum(CALL_METHODS))),
    /** Needed while the setting `tableKeysRequired` is on. */
    tableKey: z.optional(tableKeySchema),
  }),
  status: 201,
  repeatStatus: 200,
  response: z.extend(z.omit(tableCallSchema, { takenBy: true }), { callToken: callTokenSchema }),
})

export const takeCall = endpoint('POST', '/api/tables/:id/calls/:callId/take', 'floor', {
  summary: 'Takes a call: the user is on the way. The first user wins; a repetition by the same user changes nothing.',
  params,
  response: tableCallSchema,
})

export const endCall = endpoint('DELETE', '/api/tables/:id/calls/:callId', 'floor', {
  summary: 'Ends a call. A repetition changes nothing.',
  params,
  status: 204,
})

import * as z from 'zod/mini'
import { SCOPES } from '../domain/access.ts'
import { endpoint } from './base/endpoint.ts'
import { id, idParams, isoMoment, singleLine, someOf } from './base/fields.ts'

/* The restaurant's other programs, each with a token of its own (docs/product/accounts.md#accounts-programs). */

export const MAX_PROGRAMS = 20
export const MAX_PROGRAM_NAME = 50

export const programInputSchema = z.object({
  name: singleLine(MAX_PROGRAM_NAME, 1),
  scopes: someOf(SCOPES),
})

const programSchema = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: isoMoment,
  /** Accurate to a minute; null before the first call. */
  lastUsedAt: z.nullable(isoMoment),
})
export type Program = z.infer<typeof programSchema>

export const listPrograms = endpoint('GET', '/api/programs', 'owner', {
  summary: 'The programs that have a token, by name.',
  response: z.array(programSchema),
})

export const createProgram = endpoint('POST', '/api/programs', 'owner', {
  summary: `Makes a token for a program, which is shown only here; at most ${MAX_PROGRAMS}. An Idempotency-Key does nothing: no response with a token is stored.`,
  body: programInputSchema,
  status: 201,
  response: z.extend(programSchema, { token: z.string() }),
})

export const removeProgram = endpoint('DELETE', '/api/programs/:id', 'owner', {
  summary: 'Revokes the token of a program.',
  params: idParams,
  status: 204,
})

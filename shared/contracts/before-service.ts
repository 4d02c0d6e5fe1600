import * as z from 'zod/mini'
import { CHECK_GROUPS, CHECK_STATES, CHECK_WAYS, SERVER_CHECKS } from '../domain/checks.ts'
import { backupStateSchema } from './backups.ts'
import { endpoint } from './base/endpoint.ts'

const checkSchema = z.object({
  name: z.enum(SERVER_CHECKS),
  group: z.enum(CHECK_GROUPS),
  state: z.enum(CHECK_STATES),
  /** The finding in the language of the request. */
  title: z.string(),
  text: z.string(),
  /** Where or how a person mends it; null where nothing is to be done. */
  way: z.nullable(z.enum(CHECK_WAYS)),
})
export type ServerCheck = z.infer<typeof checkSchema>

export const getBeforeService = endpoint('GET', '/api/before-service', 'owner', {
  summary: 'The checks before opening that the server can make, in their order.',
  response: z.object({
    checks: z.array(checkSchema),
    backup: backupStateSchema,
    /** The ended business day of the oldest entry without a day's end; null while payments are off. */
    forgottenDay: z.nullable(z.iso.date()),
  }),
})
export type BeforeService = z.infer<typeof getBeforeService.response>

import * as z from 'zod/mini'
import { backupStateSchema } from './backups.ts'
import { endpoint } from './base/endpoint.ts'

/** `look`: it soon needs attention; `unknown`: nobody has tried it; `unused`: nobody needs it. */
export const CHECK_STATES = ['ok', 'look', 'wrong', 'unknown', 'unused'] as const
export type CheckState = (typeof CHECK_STATES)[number]

export const CHECK_GROUPS = ['device', 'guests', 'system'] as const

/** The checks of the server, in the order of the screen (docs/product/before-service.md#before-service-checks). */
export const SERVER_CHECKS = [
  ...[
    'restored',
    'signIn',
    'name',
    'menu',
    'tables',
    'team',
    'order',
    'phone',
    'paused',
    'hours',
    'reservationsAsked',
    'reservationProblems',
    'soldOut',
    'unpriced',
  ],
  ...[
    'undeclared',
    'registration',
    'printers',
    'fiscal',
    'fiscalLeft',
    'webhooks',
    'whatsapp',
    'clock',
    'database',
    'disk',
    'backup',
    'dayEnd',
  ],
] as const

/** The page or action that mends the finding of a check. */
export const CHECK_WAYS = [
  ...['name', 'dishes', 'menu', 'tables', 'codes', 'team', 'order', 'phone', 'resume', 'hours', 'registration'],
  ...['whatsapp', 'backup', 'dayEnd', 'restored', 'reservations', 'printers', 'fiscal', 'receipts'],
] as const
export type CheckWay = (typeof CHECK_WAYS)[number]

/** Whether somebody has to act; a check that nobody has tried yet counts, too. */
export function needsAttention({ state }: { state: CheckState }): boolean {
  return state !== 'ok' && state !== 'unused'
}

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

import * as z from 'zod/mini'
import { CHECK_STATES, SERVER_CHECKS } from '../domain/checks/findings.ts'
import { backupStateSchema } from './backups.ts'
import { endpoint } from './base/endpoint.ts'
import { id, isoMoment } from './base/fields.ts'
import { dayHoursSchema } from './hours.ts'
import { whatsappSchema } from './whatsapp.ts'

const dish = z.object({ id, name: z.string(), nameRo: z.string() })

export const beforeServiceSchema = z.object({
  /** What each check found; the other fields have its figures. */
  checks: z.record(z.enum(SERVER_CHECKS), z.object({ state: z.enum(CHECK_STATES), finding: z.string() })),
  whatsapp: z.extend(whatsappSchema, { enabled: z.boolean() }),
  /** The number of dishes that guests can see, and of tables. */
  dishes: z.int(),
  tables: z.int(),
  /** The number of users who are staff with a duty. */
  staff: z.int(),
  /** Whether there was ever an order, a test included. */
  hasOrders: z.boolean(),
  ordersPaused: z.boolean(),
  ordersPausedUntil: z.nullable(isoMoment),
  /** Today's opening hours, and the exceptions of the next seven days; null for a restaurant that is always open. */
  hours: z.nullable(
    z.object({
      today: z.array(dayHoursSchema),
      exceptions: z.array(z.object({ date: z.string(), hours: z.array(dayHoursSchema) })),
    }),
  ),
  /** Shown dishes that are sold out today, those that cost nothing, and those without declared allergens. */
  soldOut: z.array(dish),
  unpriced: z.array(dish),
  undeclared: z.array(dish),
  /** How long the database took to answer, in milliseconds. */
  databaseMs: z.int(),
  /** Free bytes on the disk of the data; null if unknown. */
  disk: z.nullable(z.object({ free: z.int(), total: z.int() })),
  backup: backupStateSchema,
  /**
   * The names of the printers that are not ready, and of those that print nothing because they have no document or
   * station, and how many documents somebody has to look for; null without printers.
   */
  printers: z.nullable(z.object({ notReady: z.array(z.string()), idle: z.array(z.string()), undecided: z.int() })),
  /** The business day of the oldest entry that no day's end has, if it is over; null while payments are off. */
  dayEnd: z.nullable(z.object({ forgotten: z.nullable(z.iso.date()) })),
  /** When the login session of the request ends at the latest; null while that is more than 14 days away. */
  signInEndsAt: z.nullable(isoMoment),
  /** The addresses by which guests have ordered or joined a shared table, such as `http://192.168.1.20:3000`. */
  reached: z.array(z.string()),
})
export type BeforeService = z.infer<typeof beforeServiceSchema>

export const getBeforeService = endpoint('GET', '/api/before-service', 'owner', {
  summary: 'The checks before opening that the server can make.',
  answer: beforeServiceSchema,
})

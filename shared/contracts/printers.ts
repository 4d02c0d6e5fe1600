import * as z from 'zod/mini'
import * as printers from '../domain/printing/printers.ts'
import { endpoint } from './base/endpoint.ts'
import { id, idParams, isoMoment, singleLine, text } from './base/fields.ts'
import { withoutDefaults } from './base/lists.ts'
import { fiscalProfileSchema, sentProfile } from './fiscal-device.ts'

/* Printers on the network, and what they are to print (docs/decisions/059-print-jobs.md). */

export const PRINTER_NAME_MAX = 40
const DEFAULT_PORT = 9100

/** A host name or an IP address; not a URL. */
const address = text(253, 1).check(z.regex(/^[\w.:-]+$/, 'validation.printerAddress'))
const port = z
  .int('validation.printerPort')
  .check(z.gte(1024, 'validation.printerPort'), z.lte(65_535, 'validation.printerPort'))

/** Those of a printer to be added; those with a default may be absent. */
const fields = {
  name: singleLine(PRINTER_NAME_MAX, 1),
  /** The address of a printer on the network; null if the printer polls the server. */
  address: z._default(z.nullable(address), null),
  port: z._default(port, DEFAULT_PORT),
  /** How many characters of the normal size fit in a line. */
  columns: z._default(z.literal([...printers.PRINTER_COLUMNS]), 48),
  /** Whether a document is drawn, or sent as text in the printer's own letters. */
  mode: z._default(z.enum(printers.PRINTER_MODES), 'image'),
  stations: z._default(z.array(id).check(z.maxLength(20)), []),
  /** The documents it prints: kitchen tickets automatically, all others on request. */
  documents: z._default(
    z.array(z.enum(printers.PRINTER_DOCUMENTS)).check(z.maxLength(printers.PRINTER_DOCUMENTS.length)),
    ['kitchen'],
  ),
  /** The printer that takes over what this one has not begun in time; null for none. */
  fallbackId: z._default(z.nullable(id), null),
  isActive: z._default(z.boolean(), true),
  /** What a fiscal device alone has, and knows; null for a printer. */
  profile: z._default(z.nullable(sentProfile), null),
}
const changeable = withoutDefaults(fields)

export const printerInputSchema = z.object({ ...fields, kind: z.enum(printers.PRINTER_KINDS) }).check(
  z.refine(({ kind, address }) => (kind === 'network') === (address !== null), {
    path: ['address'],
    error: 'validation.printerAddress',
  }),
  z.refine(({ kind, profile }) => (kind === 'fiscal') === (profile !== null), {
    path: ['profile'],
    error: 'validation.wrong',
  }),
)
export type PrinterInput = z.infer<typeof printerInputSchema>

/** The changed fields. `answers: false` needs the number of a test page that was printed without a reply. */
export const printerChangeSchema = z.extend(z.partial(z.object(changeable)), {
  answers: z.optional(z.boolean()),
  number: z.optional(id),
})
export type PrinterChange = z.infer<typeof printerChangeSchema>

/** A job whose paper somebody has to look for. */
const openJobSchema = z.object({
  id,
  kind: z.enum(printers.JOB_KINDS),
  orderId: z.nullable(id),
  /** The ticket of the order; null for any other document. */
  ticketId: z.nullable(id),
  /** When it was to be printed. */
  at: isoMoment,
  state: z.enum(printers.JOB_STATES),
})
export type OpenJob = z.infer<typeof openJobSchema>

export const printerSchema = z.object({
  id,
  kind: z.enum(printers.PRINTER_KINDS),
  ...changeable,
  profile: z.nullable(fiscalProfileSchema),
  port: z.int(),
  /** Whether the printer reports its state; otherwise nobody knows whether its paper came out. */
  answers: z.boolean(),
  state: z.enum(printers.PRINTER_STATES),
  /** The time of the last print. */
  lastAt: z.nullable(isoMoment),
  /** The last poll of a printer that polls the server, to the minute; null for one on the network. */
  seenAt: z.nullable(isoMoment),
  /** How many documents are due and not on paper. */
  waiting: z.int(),
  /** When the oldest of them was due; null without any. 20 seconds later it is late. */
  waitingSince: z.nullable(isoMoment),
  /** The unconfirmed and failed jobs about which somebody must decide, oldest first. */
  jobs: z.array(openJobSchema),
})
export type Printer = z.infer<typeof printerSchema>

export const printJobSchema = z.extend(openJobSchema, { printerId: id, copy: z.int() })
export type PrintJob = z.infer<typeof printJobSchema>

export const getPrinters = endpoint('GET', '/api/printers', 'service', {
  summary: 'The printers, how they are, and what somebody has to look for.',
  response: z.array(printerSchema),
})

export const createPrinter = endpoint('POST', '/api/printers', 'owner', {
  summary: `Adds a printer, or the one fiscal device; at most ${printers.MAX_PRINTERS}. One that asks by itself, and the bridge of a device, gets its token from POST …/token. An Idempotency-Key makes it safe to repeat.`,
  stored: 'other',
  body: printerInputSchema,
  status: 201,
  response: printerSchema,
})

export const changePrinter = endpoint('PATCH', '/api/printers/:id', 'owner', {
  summary: 'Changes what is sent. `answers: false` needs the number on a test page; 409 wrong_number for another one.',
  params: idParams,
  body: printerChangeSchema,
  response: printerSchema,
})

export const deletePrinter = endpoint('DELETE', '/api/printers/:id', 'owner', {
  summary:
    'Removes a printer and what it has not printed; 409 fiscal_open for a device while a receipt waits, is handed over or unclear.',
  params: idParams,
  status: 204,
})

export const renewPrinterToken = endpoint('POST', '/api/printers/:id/token', 'owner', {
  summary: 'Makes a new token for a printer that asks by itself. It is shown only here; the one before is void.',
  params: idParams,
  response: z.object({ token: z.string() }),
})

export const printTestPage = endpoint('POST', '/api/printers/:id/test', 'owner', {
  summary: 'Prints a test page. With `answers: false`, also if the printer does not say that it is one.',
  params: idParams,
  body: z.object({ answers: z._default(z.boolean(), true) }),
  status: 201,
  response: printJobSchema,
})

export const requestPrint = endpoint('POST', '/api/printers/:id/print', 'service', {
  summary:
    'Prints a document: a ticket, receipt or bill of an order, the bill of a table, or the report of a closed day (owners).',
  params: idParams,
  body: z
    .object({
      document: z.enum(printers.PRINTER_DOCUMENTS),
      orderId: z.optional(id),
      /** A ticket of `orderId`; the default is the first unprinted one of the printer's stations. */
      ticketId: z.optional(id),
      tableId: z.optional(id),
      day: z.optional(id),
    })
    .check(
      z.refine(({ document, orderId, tableId, day }) => {
        const about = [orderId, tableId, day].filter((given) => given !== undefined)
        if (about.length !== 1) return false
        if (document === 'day') return day !== undefined
        return orderId !== undefined || (document === 'bill' && tableId !== undefined)
      }, 'validation.printWhat'),
    ),
  stored: 'other',
  status: 201,
  response: printJobSchema,
})

export const JOB_DECISIONS = ['again', 'there', 'drop'] as const

export const decideJob = endpoint('POST', '/api/printers/jobs/:id', 'service', {
  summary:
    'Decides what becomes of a failed or unconfirmed job: print a copy, it is there, or drop it. 409 decided if there is nothing left to decide.',
  params: idParams,
  body: z.object({ decision: z.enum(JOB_DECISIONS) }),
  response: printJobSchema,
})

export const dropWaitingJobs = endpoint('POST', '/api/printers/:id/drop', 'service', {
  summary:
    'Prints nothing of what waits at a printer and is due: it counts as expired. For the kitchen only its tickets.',
  params: idParams,
  response: z.object({ dropped: z.int() }),
})

export const searchPrinters = endpoint('POST', '/api/printers/search', 'owner', {
  summary: "Looks for two seconds which addresses of the server's own network answer as a printer on port 9100.",
  response: z.array(z.object({ address: z.string() })),
})

/* Star CloudPRNT: the printer asks, by its own rules. Unknown fields are ignored. */

const printingPath = '/api/printing/:token'
const printing = z.object({ token: z.string().check(z.maxLength(100)) })
const word = z.optional(z.string().check(z.maxLength(200)))

export const pollForJob = endpoint('POST', printingPath, 'public', {
  summary: 'A printer says how it is, and asks whether there is something to print.',
  params: printing,
  body: z.object({ statusCode: word, printingInProgress: z.optional(z.nullable(z.boolean())) }),
  response: z.object({
    jobReady: z.boolean(),
    mediaTypes: z.optional(z.array(z.string())),
    jobToken: z.optional(z.string()),
    deleteMethod: z.optional(z.literal('DELETE')),
  }),
})

export const fetchJob = endpoint('GET', printingPath, 'public', {
  summary: 'A printer fetches what it is to print.',
  params: printing,
  query: z.object({ token: word }),
})

export const confirmJob = endpoint('DELETE', printingPath, 'public', {
  summary: 'A printer says how printing ended.',
  params: printing,
  query: z.object({ token: word, code: word }),
  response: z.object({}),
})

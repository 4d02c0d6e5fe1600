import { PRINT_KINDS } from './print-kinds.ts'

/**
 * `network`: the server connects to the printer. `star`: the printer polls the server (Star CloudPRNT). `fiscal`: the
 * bridge of the fiscal device does; it prints fiscal receipts alone.
 */
export const PRINTER_KINDS = ['network', 'star', 'fiscal'] as const

export const PRINTER_COLUMNS = [32, 42, 48] as const
export type PrinterColumns = (typeof PRINTER_COLUMNS)[number]

export const PRINTER_MODES = ['image', 'text'] as const

/** The documents for which a printer can be chosen. `day` is the report of a closed day. */
export const PRINTER_DOCUMENTS = ['kitchen', 'receipt', 'bill', 'day'] as const
export type PrinterDocument = (typeof PRINTER_DOCUMENTS)[number]

export const MAX_PRINTERS = 16

/** `offline`: no connection, or not ready; `silent`: connects and answers nothing; `off`: switched off in Masa. */
export const PRINTER_STATES = ['ready', 'offline', 'cover', 'paper', 'silent', 'off'] as const
export type PrinterState = (typeof PRINTER_STATES)[number]

export const JOB_KINDS = [...PRINT_KINDS, 'day', 'test'] as const

/**
 * `printed`: confirmed by the printer; `sent`: the printer never answers; `unconfirmed`: partly sent, nobody knows
 * whether it came out; `failed`: it did not come out, or cannot be drawn; `expired`: dropped while it waited.
 * That one waits for too long is computed when it is read.
 */
export const JOB_STATES = ['queued', 'sending', 'printed', 'sent', 'unconfirmed', 'failed', 'expired'] as const
export type JobState = (typeof JOB_STATES)[number]

/** How long after it was due a document is late, in milliseconds (docs/decisions/059-print-jobs.md). */
export const LATE_MS = 20_000

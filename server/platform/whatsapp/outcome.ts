import * as z from 'zod/mini'
import type { WhatsappStop } from '#shared/contracts/whatsapp.ts'

/**
 * What became of a message, as far as the sender can know (docs/decisions/019-whatsapp-outbox.md). `why` is for the log:
 * statuses and codes, nothing of the message.
 */
export type WhatsappOutcome =
  /** The service has taken it; whether it reaches the phone is not known. */
  | { kind: 'accepted' }
  /** Not taken: the service is busy, or the number was written to just before. */
  | { kind: 'busy'; why: string; retryAfterMs: number }
  /** Not taken: the service was never reached. */
  | { kind: 'unreached'; why: string }
  /** Not taken, and no other message would be, until somebody acts. */
  | { kind: 'stopped'; why: string; stop: WhatsappStop }
  /** Not taken, for a reason that the service has not documented. */
  | { kind: 'refused'; why: string }
  /** Perhaps taken. Strange is an answer that came whole and is none that the service gives. */
  | { kind: 'unknown'; why: string; isStrange: boolean }

/** Outcomes after which it is certain that nobody was told. */
export function isCertainlyNotTaken({ kind }: WhatsappOutcome): boolean {
  return kind !== 'accepted' && kind !== 'unknown'
}

/** The longest pause that the service is believed to want, in ms. */
export const LONGEST_RETRY_AFTER_MS = 60 * 60_000

const BUSY = [1, 2, 4, 17, 613, 80007, 130429, 131000, 131016, 131056, 131057, 133004]
const NO_OBJECT = 33
const ACCOUNT = [3, 10, NO_OBJECT, 368, 130497, 131005, 131031, 131037, 131042, 131045, 131048]
const RECIPIENT = [131021, 131026, 131030, 131050]
const TOKEN = [0, 102, 190]

const taken = z.object({ messages: z.array(z.object({ id: z.string().check(z.minLength(1)) })).check(z.minLength(1)) })
const failed = z.object({ error: z.object({ code: z.int(), error_subcode: z.optional(z.int()) }) })

/**
 * Judges a whole answer of the service by its error code, and by its status where it has none.
 * @param retryAfter the header of this name, if there is one
 */
export function judgeAnswer(status: number, body: string, retryAfter: string | null): WhatsappOutcome {
  const said = parsed(body)
  const error = z.safeParse(failed, said).data?.error
  const why = error ? `${status}, code ${error.code}` : `${status}`
  if (status >= 200 && status < 300 && !error) {
    return z.safeParse(taken, said).success ? { kind: 'accepted' } : { kind: 'unknown', why, isStrange: true }
  }
  const isBusy = error ? BUSY.includes(error.code) : false
  if (isBusy || status === 429) return { kind: 'busy', why, retryAfterMs: waitIn(retryAfter) }
  const stop = error ? stopOf(error.code, error.error_subcode) : status === 401 ? 'token' : undefined
  if (stop) return { kind: 'stopped', why, stop }
  // A fault of the service that it explains itself; one that it does not may come from what stands before it.
  if (status >= 500) return error ? { kind: 'busy', why, retryAfterMs: 0 } : { kind: 'unknown', why, isStrange: false }
  return { kind: 'refused', why }
}

function stopOf(code: number, subcode: number | undefined): WhatsappStop | undefined {
  if (TOKEN.includes(code)) return 'token'
  if (isWithin(code, 132_000, 132_999)) return 'template'
  if (RECIPIENT.includes(code)) return 'recipient'
  if (ACCOUNT.includes(code) || isWithin(code, 200, 299) || isWithin(code, 133_000, 133_999)) return 'account'
  return code === 100 && subcode === NO_OBJECT ? 'account' : undefined
}

function isWithin(code: number, least: number, most: number): boolean {
  return code >= least && code <= most
}

function waitIn(retryAfter: string | null): number {
  const seconds = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  return Math.min(seconds * 1_000, LONGEST_RETRY_AFTER_MS)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

import * as z from 'zod/mini'
import type { WhatsappStop } from '#shared/contracts/whatsapp.ts'

/**
 * The outcome of sending a message, as far as the sender can know (docs/decisions/019-whatsapp-outbox.md). `why` is for
 * the log: statuses and codes, without the message.
 */
export type WhatsappOutcome =
  /** WhatsApp has accepted the message; whether it reaches the phone is not known. */
  | { kind: 'accepted' }
  /** Not accepted: WhatsApp is busy, or the previous message to the number was too recent. */
  | { kind: 'busy'; why: string; retryAfterMs: number }
  /** Not accepted: WhatsApp was not reached. */
  | { kind: 'unreached'; why: string }
  /** Not accepted, and no further message will be accepted until somebody solves the problem. */
  | { kind: 'stopped'; why: string; stop: WhatsappStop }
  /** Not accepted, for an undocumented reason. */
  | { kind: 'refused'; why: string }
  /** Perhaps accepted. `isUndocumented` is true for a complete response that the API does not document. */
  | { kind: 'unknown'; why: string; isUndocumented: boolean }

/** Whether it is certain that the message was not accepted. */
export function isCertainlyNotAccepted({ kind }: WhatsappOutcome): boolean {
  return kind !== 'accepted' && kind !== 'unknown'
}

/** Upper limit for the pause that WhatsApp requests, in milliseconds. */
export const MAX_RETRY_AFTER_MS = 60 * 60_000

// Error codes: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
const BUSY = [1, 2, 4, 17, 613, 80007, 130429, 131000, 131016, 131056, 131057, 133004]
const NO_OBJECT = 33
const ACCOUNT = [3, 10, NO_OBJECT, 368, 130497, 131005, 131031, 131037, 131042, 131045, 131048]
const RECIPIENT = [131021, 131026, 131030, 131050]
const TOKEN = [0, 102, 190]

const acceptedSchema = z.object({
  messages: z.array(z.object({ id: z.string().check(z.minLength(1)) })).check(z.minLength(1)),
})
const errorSchema = z.object({ error: z.object({ code: z.int(), error_subcode: z.optional(z.int()) }) })

/**
 * Determines the outcome from a complete response: by its error code, or by its status if it has none.
 * @param retryAfter the Retry-After header
 */
export function outcomeOf(status: number, body: string, retryAfter: string | null): WhatsappOutcome {
  const content = parseJson(body)
  const error = z.safeParse(errorSchema, content).data?.error
  const why = error ? `${status}, code ${error.code}` : `${status}`
  if (status >= 200 && status < 300 && !error) {
    return z.safeParse(acceptedSchema, content).success
      ? { kind: 'accepted' }
      : { kind: 'unknown', why, isUndocumented: true }
  }
  const isBusy = error ? BUSY.includes(error.code) : false
  if (isBusy || status === 429) return { kind: 'busy', why, retryAfterMs: retryAfterMsOf(retryAfter) }
  const stop = error ? stopOf(error.code, error.error_subcode) : status === 401 ? 'token' : undefined
  if (stop) return { kind: 'stopped', why, stop }
  // A server error with a code is WhatsApp's own; one without may come from a proxy in front of it.
  if (status >= 500)
    return error ? { kind: 'busy', why, retryAfterMs: 0 } : { kind: 'unknown', why, isUndocumented: false }
  return { kind: 'refused', why }
}

function stopOf(code: number, subcode: number | undefined): WhatsappStop | undefined {
  if (TOKEN.includes(code)) return 'token'
  if (isWithin(code, 132_000, 132_999)) return 'template'
  if (RECIPIENT.includes(code)) return 'recipient'
  if (ACCOUNT.includes(code) || isWithin(code, 200, 299) || isWithin(code, 133_000, 133_999)) return 'account'
  return code === 100 && subcode === NO_OBJECT ? 'account' : undefined
}

function isWithin(code: number, min: number, max: number): boolean {
  return code >= min && code <= max
}

function retryAfterMsOf(retryAfter: string | null): number {
  const seconds = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  return Math.min(seconds * 1_000, MAX_RETRY_AFTER_MS)
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

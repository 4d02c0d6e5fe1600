import * as z from 'zod/mini'
import type { WhatsappStop } from '#shared/contracts/whatsapp.ts'
import { parseJson } from '#shared/domain/objects.ts'

/** An account of the WhatsApp Business Cloud API (docs/running.md). */
export interface WhatsappAccount {
  /** Base URL without a slash at the end. */
  apiUrl: string
  token: string
  phoneNumberId: string
  /** Names of the approved templates: for one order, and for several. */
  template: string
  templateMany: string
  /** Language of both templates: en or ro, optionally with a country. */
  language: string
  /** Maximum messages about orders in a business day; each of them costs money. */
  dailyLimit: number
}

/** As far as the sender can know (docs/decisions/019-whatsapp-outbox.md). `why` is for the log, without the message. */
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

/** By a response's error code, or by its status without one. @param retryAfter the Retry-After header */
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

/** A message from an approved template. */
export interface TemplateMessage {
  /** The phone number in digits, with its country code. */
  to: string
  template: string
  /** Values for {{1}}, {{2}} … in the template's body. */
  parameters: readonly string[]
}

export interface WhatsappApi {
  /** Sends a message. Never throws: every failure is an outcome. */
  send(message: TemplateMessage): Promise<WhatsappOutcome>
  /** Whether WhatsApp answers, checked with a request that sends no message. */
  isReachable(aborted: AbortSignal): Promise<boolean>
}

/** Time limits of requests, in milliseconds. */
const TIMEOUTS_MS = { send: 10_000, check: 4_000 }
const MAX_RESPONSE_BYTES = 64 * 1024

/** A client of the WhatsApp Business Cloud API, with limits on the time of requests and on the size of responses. */
export function whatsappApi(account: WhatsappAccount, timeouts = TIMEOUTS_MS): WhatsappApi {
  const { apiUrl, token, phoneNumberId, language } = account
  const authorization = `Bearer ${token}`

  return {
    async send({ to, template, parameters }) {
      const components = [{ type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) }]
      const message = {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to,
        type: 'template',
        template: { name: template, language: { code: language }, components },
      }
      try {
        const response = await fetch(`${apiUrl}/${phoneNumberId}/messages`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(message),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeouts.send),
        })
        return outcomeOf(response.status, await textOf(response), response.headers.get('retry-after'))
      } catch (error) {
        const reasons = reasonsOf(error)
        const why = reasons.map(({ code }) => code).join(', ')
        return reasons.every(isNoConnection)
          ? { kind: 'unreached', why }
          : { kind: 'unknown', why, isUndocumented: false }
      }
    },

    async isReachable(aborted) {
      try {
        const signal = AbortSignal.any([aborted, AbortSignal.timeout(timeouts.check)])
        const response = await requestNumber(account, signal)
        await response.body?.cancel()
        return response.status < 500
      } catch {
        return false
      }
    },
  }
}

/** Asks about the number without sending: `accepted` if token and number are right. Never throws. */
export async function examineNumber(account: WhatsappAccount): Promise<WhatsappOutcome> {
  try {
    const response = await requestNumber(account, AbortSignal.timeout(TIMEOUTS_MS.send))
    const body = await textOf(response)
    const isNumber = response.ok && body.includes(`"${account.phoneNumberId}"`)
    return isNumber ? { kind: 'accepted' } : outcomeOf(response.status, body, null)
  } catch (error) {
    const codes = reasonsOf(error).map(({ code }) => code)
    return { kind: 'unreached', why: codes.join(', ') }
  }
}

function requestNumber({ apiUrl, token, phoneNumberId }: WhatsappAccount, signal: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${apiUrl}/${phoneNumberId}?fields=id`, { headers, redirect: 'manual', signal })
}

/** The body as text; '' if it is too long. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_RESPONSE_BYTES) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

interface Reason {
  code: string
  syscall: string | undefined
}

/** The underlying reasons of a failed request: one, or one for each address that was tried. */
function reasonsOf(error: unknown): Reason[] {
  if (!(error instanceof Error)) return [{ code: typeof error, syscall: undefined }]
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.flatMap(reasonsOf)
  if (error.cause instanceof Error) return reasonsOf(error.cause)
  const { code, syscall } = error as NodeJS.ErrnoException
  // The code of an aborted request is a number.
  return [{ code: typeof code === 'string' ? code : error.name, syscall }]
}

const NO_CONNECTION = /^(UND_ERR_CONNECT_TIMEOUT|(ERR_TLS|CERT|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)_\w+)$/

function isNoConnection({ code, syscall }: Reason): boolean {
  return syscall === 'connect' || syscall === 'getaddrinfo' || NO_CONNECTION.test(code)
}

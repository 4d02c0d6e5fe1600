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

/** The outcome as far as the sender can know (docs/decisions/065-outbox-and-paper.md). */
export type WhatsappOutcome =
  /** WhatsApp has accepted the message; whether it reaches the phone is not known. */
  { kind: 'accepted' } | WhatsappFailure

interface WhatsappFailure {
  kind: 'failed'
  /** For the log, without the message. */
  why: string
  /** Whether the message may have been accepted nevertheless. */
  isUnknown: boolean
  /** Why somebody must act; null for a failure that passes by itself. */
  stop: WhatsappStop | null
}

const failure = (why: string, more: Partial<WhatsappFailure> = {}): WhatsappFailure => {
  return { kind: 'failed', why, isUnknown: false, stop: null, ...more }
}

// Error codes: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
const BUSY = [1, 2, 4, 17, 613, 80007, 130429, 131000, 131016, 131056, 131057, 133004]
const NO_OBJECT = 33
const ACCOUNT = [3, 10, NO_OBJECT, 368, 130497, 131005, 131031, 131037, 131042, 131045, 131048]
const RECIPIENT = [131021, 131026, 131030, 131050]
const TOKEN = [0, 102, 190]

const sentSchema = z.object({
  messages: z.array(z.object({ id: z.string().check(z.minLength(1)) })).check(z.minLength(1)),
})
const numberSchema = z.object({ id: z.string() })
const errorSchema = z.object({ error: z.object({ code: z.int(), error_subcode: z.optional(z.int()) }) })

/** Judges a response by its error code, or by its status without one. @param acceptedSchema what a success has */
export function outcomeOf(status: number, body: string, acceptedSchema: z.ZodMiniType = sentSchema): WhatsappOutcome {
  const content = parseJson(body)
  const error = z.safeParse(errorSchema, content).data?.error
  const why = error ? `${status}, code ${error.code}` : `${status}`
  if (status >= 200 && status < 300 && !error) {
    const isAccepted = z.safeParse(acceptedSchema, content).success
    return isAccepted ? { kind: 'accepted' } : failure(why, { isUnknown: true, stop: 'refused' })
  }
  if (status === 429 || (error && BUSY.includes(error.code))) return failure(why)
  const stop = error ? stopOf(error.code, error.error_subcode) : status === 401 ? 'token' : undefined
  if (stop) return failure(why, { stop })
  // A server error with a code is WhatsApp's own; one without may come from a proxy in front of it.
  return status >= 500 ? failure(why, { isUnknown: !error }) : failure(why, { stop: 'refused' })
}

function stopOf(code: number, subcode: number | undefined): WhatsappStop | undefined {
  if (TOKEN.includes(code)) return 'token'
  if (isWithin(code, 132_000, 132_999)) return 'template'
  if (RECIPIENT.includes(code)) return 'recipient'
  if (ACCOUNT.includes(code) || isWithin(code, 200, 299) || isWithin(code, 133_000, 133_999)) return 'account'
  return code === 100 && subcode === NO_OBJECT ? 'account' : undefined
}

const isWithin = (code: number, min: number, max: number) => code >= min && code <= max

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
  /** Asks about the number without sending: `accepted` if token and number are right. Never throws. */
  check(): Promise<WhatsappOutcome>
}

/** Time limits of requests, in milliseconds. */
const TIMEOUTS_MS = { send: 10_000, check: 4_000 }

/** A client of the WhatsApp Business Cloud API. */
export function whatsappApi(account: WhatsappAccount, timeouts = TIMEOUTS_MS): WhatsappApi {
  const { apiUrl, token, phoneNumberId, language } = account

  async function request(path: string, init: RequestInit, timeoutMs: number, acceptedSchema?: z.ZodMiniType) {
    try {
      const response = await fetch(`${apiUrl}/${phoneNumberId}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return outcomeOf(response.status, await response.text(), acceptedSchema)
    } catch (error) {
      const why = reasonOf(error)
      return failure(why, { isUnknown: !NO_CONNECTION.test(why) })
    }
  }

  return {
    send({ to, template, parameters }) {
      const components = [{ type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) }]
      const message = {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to,
        type: 'template',
        template: { name: template, language: { code: language }, components },
      }
      return request('/messages', { method: 'POST', body: JSON.stringify(message) }, timeouts.send)
    },
    async check() {
      const outcome = await request('?fields=id', {}, timeouts.check, numberSchema)
      return outcome.kind === 'failed' ? { ...outcome, isUnknown: false } : outcome
    },
  }
}

/** The code of a request's failure; of several addresses that were tried, that of the first. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  if (error.cause instanceof Error) return reasonOf(error.cause)
  const { code } = error as NodeJS.ErrnoException
  // The code of an aborted request is a number.
  return typeof code === 'string' ? code : error.name
}

/** A request that ends after seconds ends so only while it connects. */
const NO_CONNECTION =
  /^(E(CONNREFUSED|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|TIMEDOUT)|UND_ERR_CONNECT_TIMEOUT|(ERR_TLS|CERT|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)_\w+)$/

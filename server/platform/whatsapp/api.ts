import type { WhatsappAccount } from './account.ts'
import { outcomeOf, type WhatsappOutcome } from './outcome.ts'

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

/**
 * Asks WhatsApp about the number that sends, which sends no message: `accepted` if token and number are right. Never
 * throws: every failure is an outcome.
 */
export async function examineNumber(account: WhatsappAccount, timeoutMs = TIMEOUTS_MS.send): Promise<WhatsappOutcome> {
  try {
    const response = await requestNumber(account, AbortSignal.timeout(timeoutMs))
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

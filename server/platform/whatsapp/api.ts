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
  answers(aborted: AbortSignal): Promise<boolean>
}

/** Time limits of calls, in milliseconds. */
const TIMEOUTS_MS = { send: 10_000, check: 4_000 }
const MAX_ANSWER_BYTES = 64 * 1024

/** A client of the WhatsApp Business Cloud API, with limits on the time of calls and on the size of answers. */
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
        const answer = await fetch(`${apiUrl}/${phoneNumberId}/messages`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(message),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeouts.send),
        })
        return outcomeOf(answer.status, await textOf(answer), answer.headers.get('retry-after'))
      } catch (error) {
        const reasons = reasonsOf(error)
        const why = reasons.map(({ code }) => code).join(', ')
        return reasons.every(isNoConnection) ? { kind: 'unreached', why } : { kind: 'unknown', why, isStrange: false }
      }
    },

    async answers(aborted) {
      try {
        const signal = AbortSignal.any([aborted, AbortSignal.timeout(timeouts.check)])
        const url = `${apiUrl}/${phoneNumberId}?fields=id`
        const answer = await fetch(url, { headers: { authorization }, redirect: 'manual', signal })
        await answer.body?.cancel()
        return answer.status < 500
      } catch {
        return false
      }
    },
  }
}

/** The body as text; '' if it is too long. */
async function textOf(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

interface Reason {
  code: string
  syscall: string | undefined
}

/** The underlying reasons of a failed call: one, or one for each address that was tried. */
function reasonsOf(error: unknown): Reason[] {
  if (!(error instanceof Error)) return [{ code: typeof error, syscall: undefined }]
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.flatMap(reasonsOf)
  if (error.cause instanceof Error) return reasonsOf(error.cause)
  const { code, syscall } = error as NodeJS.ErrnoException
  // The code of an aborted call is a number.
  return [{ code: typeof code === 'string' ? code : error.name, syscall }]
}

const NO_CONNECTION = /^(UND_ERR_CONNECT_TIMEOUT|(ERR_TLS|CERT|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)_\w+)$/

function isNoConnection({ code, syscall }: Reason): boolean {
  return syscall === 'connect' || syscall === 'getaddrinfo' || NO_CONNECTION.test(code)
}

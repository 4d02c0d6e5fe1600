import type { WhatsappAccount } from './account.ts'
import { judgeAnswer, type WhatsappOutcome } from './outcome.ts'

/** A message made of an approved template. */
export interface TemplateMessage {
  /** The phone number in digits, with its country. */
  to: string
  template: string
  /** What takes the place of {{1}}, {{2}} … in the template's body. */
  parameters: readonly string[]
}

export interface WhatsappApi {
  /** Sends a message. It never throws: every failure is an outcome. */
  send(message: TemplateMessage): Promise<WhatsappOutcome>
  /** Whether the service answers at all, by a question that sends nothing. */
  answers(closing: AbortSignal): Promise<boolean>
}

/** The time for one call, in ms. */
const LIMITS_MS = { send: 10_000, ask: 4_000 }
const MAX_BYTES = 64 * 1024

/** The WhatsApp Business Cloud API, by one account: its calls are bounded in time and their answers in bytes. */
export function whatsappApi(account: WhatsappAccount, limits = LIMITS_MS): WhatsappApi {
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
          signal: AbortSignal.timeout(limits.send),
        })
        return judgeAnswer(answer.status, await textOf(answer), answer.headers.get('retry-after'))
      } catch (error) {
        const reasons = reasonsOf(error)
        const why = reasons.map(({ code }) => code).join(', ')
        return reasons.every(isNoConnection) ? { kind: 'unreached', why } : { kind: 'unknown', why, isStrange: false }
      }
    },

    async answers(closing) {
      try {
        const signal = AbortSignal.any([closing, AbortSignal.timeout(limits.ask)])
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

/** The body as text; nothing of one that is too long. */
async function textOf(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

interface Reason {
  code: string
  syscall: string | undefined
}

/** What lies at the bottom of a failed call: one reason, or one for each address that was tried. */
function reasonsOf(error: unknown): Reason[] {
  if (!(error instanceof Error)) return [{ code: typeof error, syscall: undefined }]
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.flatMap(reasonsOf)
  if (error.cause instanceof Error) return reasonsOf(error.cause)
  const { code, syscall } = error as NodeJS.ErrnoException
  // An aborted call has a number there.
  return [{ code: typeof code === 'string' ? code : error.name, syscall }]
}

const NO_CONNECTION = /^(UND_ERR_CONNECT_TIMEOUT|(ERR_TLS|CERT|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)_\w+)$/

function isNoConnection({ code, syscall }: Reason): boolean {
  return syscall === 'connect' || syscall === 'getaddrinfo' || NO_CONNECTION.test(code)
}

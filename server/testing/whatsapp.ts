import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import type { WhatsappAccount } from '../modules/notifications/index.ts'

/** Ways in which the provider fails a request. */
export type WhatsappMishap =
  /** Answers with this error and accepts nothing. */
  | { status: number; code?: number; subcode?: number }
  /** Accepts the message, and answers when this resolves. */
  | { until: Promise<unknown> }
  /** Accepts the message, and closes the connection without a response. */
  | 'lost'
  /** Accepts the message, and closes the connection in the middle of the response. */
  | 'cut'
  /** Accepts nothing and never answers. */
  | 'silent'
  /** Accepts nothing and answers with the HTML page of another server. */
  | 'foreign'

export interface AcceptedMessage {
  to: string
  template: string
  parameters: string[]
  /** Time by the provider's clock, in milliseconds since 1970. */
  at: number
}

export interface TestWhatsapp {
  account: WhatsappAccount
  acceptedMessages: AcceptedMessage[]
  /** Every request, as `GET` or `POST` and the error code, if any. */
  calls: string[]
  /** Returns how to fail a request; undefined to answer it. */
  mishap: (method: string) => WhatsappMishap | undefined
  /** Minimum time between two messages to the same number. */
  paceMs: number
  now: () => number
  close(): Promise<void>
}

/** Number of parameters in the body of each approved template. */
const TEMPLATES: Record<string, number> = { masa_order: 3, masa_orders: 1 }

/**
 * Starts a mock of the WhatsApp Business Cloud API according to its documentation. It checks token, number, schema,
 * template, language and parameters, refuses a second message to a number within 6 s (the real one allows some bursts),
 * and records accepted messages.
 */
export async function openWhatsapp(): Promise<TestWhatsapp> {
  const server = createServer((request, reply) => void serve(provider, request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider: TestWhatsapp = {
    account: {
      apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v23.0`,
      token: 'EAAtest-secret-token',
      phoneNumberId: '106540352242922',
      template: 'masa_order',
      templateMany: 'masa_orders',
      language: 'ro',
      dailyLimit: 200,
    },
    acceptedMessages: [],
    calls: [],
    mishap: () => undefined,
    paceMs: 6_000,
    now: Date.now,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return provider
}

/** Environment variables for a server that uses this account. */
export function whatsappEnvironment(account: WhatsappAccount): Record<string, string> {
  return {
    WHATSAPP_API_URL: account.apiUrl,
    WHATSAPP_TOKEN: account.token,
    WHATSAPP_PHONE_NUMBER_ID: account.phoneNumberId,
    WHATSAPP_TEMPLATE: account.template,
    WHATSAPP_TEMPLATE_MANY: account.templateMany,
    WHATSAPP_LANGUAGE: account.language,
    WHATSAPP_DAILY_LIMIT: String(account.dailyLimit),
  }
}

const messageSchema = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z.string().check(z.regex(/^\d{8,15}$/)),
  type: z.literal('template'),
  template: z.strictObject({
    name: z.string(),
    language: z.strictObject({ code: z.string() }),
    components: z.tuple([
      z.strictObject({
        type: z.literal('body'),
        parameters: z.array(z.strictObject({ type: z.literal('text'), text: z.string() })),
      }),
    ]),
  }),
})

class ProviderError extends Error {
  readonly status: number
  readonly code: number
  readonly subcode: number | undefined

  constructor(status: number, code: number, subcode?: number) {
    super(`code ${code}`)
    this.status = status
    this.code = code
    this.subcode = subcode
  }
}

async function serve(provider: TestWhatsapp, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { method = '' } = request
  const body = await text(request).catch(() => undefined)
  if (body === undefined) return
  const mishap = provider.mishap(method)
  if (mishap === 'silent' || mishap === 'foreign' || (typeof mishap === 'object' && 'status' in mishap)) {
    provider.calls.push(`${method} ${typeof mishap === 'object' ? (mishap.code ?? mishap.status) : mishap}`)
    if (mishap === 'foreign') reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
    if (typeof mishap === 'object') sendError(reply, mishap)
    return
  }
  try {
    checkAccess(provider, request)
    if (method === 'GET') {
      provider.calls.push(method)
      sendJson(reply, { id: provider.account.phoneNumberId })
      return
    }
    const message = checkMessage(provider, body)
    provider.calls.push(method)
    provider.acceptedMessages.push(message)
    const { to } = message
    const content = {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: `wamid.${provider.acceptedMessages.length}`, message_status: 'accepted' }],
    }
    if (mishap === 'lost') reply.destroy()
    else if (mishap === 'cut') {
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 })
      reply.write('{"messages":', () => reply.destroy())
    } else {
      await mishap?.until
      sendJson(reply, content)
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    provider.calls.push(`${method} ${error.code}`)
    sendError(reply, error)
  }
}

function checkAccess({ account }: TestWhatsapp, { headers, method, url }: IncomingMessage): void {
  if (headers.authorization !== `Bearer ${account.token}`) throw new ProviderError(401, 190)
  const path = `/v23.0/${account.phoneNumberId}`
  if (url !== (method === 'GET' ? `${path}?fields=id` : `${path}/messages`)) throw new ProviderError(400, 100, 33)
  if (method === 'POST' && headers['content-type'] !== 'application/json') throw new ProviderError(400, 100)
}

function checkMessage({ account, acceptedMessages, paceMs, now }: TestWhatsapp, body: string): AcceptedMessage {
  const parsed = z.safeParse(messageSchema, JSON.parse(body))
  if (!parsed.success) throw new ProviderError(400, 100)
  const { to, template } = parsed.data
  const parameterCount = TEMPLATES[template.name]
  if (parameterCount === undefined || template.language.code !== account.language) throw new ProviderError(404, 132_001)
  const parameters = template.components[0].parameters.map(({ text }) => text)
  if (parameters.length !== parameterCount) throw new ProviderError(400, 132_000)
  if (parameters.some((text) => text === '' || /[\n\t]| {4}/.test(text))) throw new ProviderError(400, 132_012)
  const at = now()
  const lastMessage = acceptedMessages.findLast((message) => message.to === to)
  if (lastMessage && at - lastMessage.at < paceMs) throw new ProviderError(400, 131_056)
  return { to, template: template.name, parameters, at }
}

function sendJson(reply: ServerResponse, content: object): void {
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content))
}

function sendError(reply: ServerResponse, failure: Exclude<WhatsappMishap, string | { until: unknown }>): void {
  const { status, code, subcode } = failure
  reply.writeHead(status, { 'content-type': 'application/json' })
  const error = { message: `(#${code}) refused`, type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: 'A' }
  reply.end(code === undefined ? '' : JSON.stringify({ error }))
}

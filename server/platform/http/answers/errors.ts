import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failureKind } from '#server/db/index.ts'
import type { ErrorBody, ErrorCode } from '#shared/contracts/errors.ts'
import { isLanguage, type Language, languageOfHeader } from '#shared/domain/language.ts'
import { AppError } from '../../app-error.ts'
import { InputError } from '../../input-error.ts'
import { words } from '../../language.ts'
import { Busy } from '../../limits/bounded.ts'
import { isUploading } from '../multipart.ts'
import { describeIssues } from './issues.ts'

/** For a refusal that sets no time of its own. */
const RETRY_AFTER_S = 2

/**
 * Makes every failure an answer: JSON, with a code, in the caller's language, and without what went wrong inside.
 * @param slowedMs how long a refusal for too many requests waits
 * @param maxSlowed how many of them wait at once; further ones are answered immediately
 */
export function answerErrors(app: FastifyInstance, { slowedMs = 500, maxSlowed = 2_000 } = {}): void {
  let slowed = 0
  // Even the cheapest refusal takes time from other requests when a script repeats it at once, hundreds of times over.
  async function slowly(refusal: AppError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    slowed++
    await sleep(slowedMs)
    slowed--
    return answer(refusal, request, reply)
  }

  app.setErrorHandler((error, request, reply) => {
    // Only errors of the framework and its file server carry a status.
    const { statusCode = 500, code } = error as FastifyError
    // A condition or a range that a file does not meet is answered by the status alone.
    if (statusCode === 412 || statusCode === 416) return reply.code(statusCode).send()
    if (isAboutAddress(statusCode, code)) return reply.callNotFound()
    const refusal = asRefusal(error, request)
    if (refusal.code === 'unknown_host' && !isForPrograms(request.url)) return sentence(refusal, request, reply)
    if (refusal.status >= 500 && !(error instanceof Busy))
      request.log.error({ err: error, reqId: request.id }, 'request failed')
    if (refusal.status === 429 && slowed < maxSlowed) return slowly(refusal, request, reply)
    return answer(refusal, request, reply)
  })
}

/** Sends one refusal. */
export function answer(refusal: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body: ErrorBody = { message: messageOf(refusal, request), code: refusal.code, ...refusal.details }
  if (refusal.status === 429 || refusal.status === 503) {
    reply.header('retry-after', String(refusal.retryAfter ?? RETRY_AFTER_S))
  }
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** A plain sentence for people, where none of the restaurant's pages may be shown. */
function sentence(refusal: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(refusal.status).header('cache-control', 'no-store').type('text/plain; charset=utf-8')
  return reply.send(`${messageOf(refusal, request)}\n`)
}

/** What a refusal says to this caller, as one sentence. */
export function messageOf({ code, details }: AppError, request: FastifyRequest): string {
  const [issue, ...others] = details.issues ?? []
  // Input with a single fault is answered with that fault's message.
  if (code === 'invalid_input' && issue && others.length === 0) return issue.message
  const t = words(languageOf(request))
  const names = details.unavailable?.map(({ name }) => name ?? t('errors.aDish')).join(', ') ?? ''
  return t(`errors.${code}`, { names })
}

/** The caller's language: `?lang=` where a page cannot set the header, as for its socket; else the header. */
export function languageOf({ query, headers }: FastifyRequest): Language {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return isLanguage(lang) ? lang : languageOfHeader(headers['accept-language'])
}

/** Any failure as a refusal. An unexpected one is `internal` and reveals nothing of what went wrong inside. */
export function asRefusal(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  if (error instanceof InputError) {
    return new AppError('invalid_input', { issues: describeIssues(error.issues, languageOf(request)) })
  }
  const code = codeOfFramework(error as FastifyError)
  if (code) return new AppError(code)
  return failureKind(error) === 'other' ? new AppError('internal') : new AppError('unavailable')
}

function codeOfFramework({ code, statusCode }: FastifyError): ErrorCode | undefined {
  if (statusCode === 413) return 'too_large'
  if (statusCode === 415) return 'unsupported_media_type'
  const clients = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return clients && typeof code === 'string' ? 'malformed_body' : undefined
}

// Addresses that the framework and its file server do not know or refuse to look up.
function isAboutAddress(status: number, code: unknown): boolean {
  return status === 403 || status === 404 || (status >= 400 && status < 500 && typeof code !== 'string')
}

/** Routes a request with an unreadable address to an address that does not exist, which answers 404 as usual. */
export function answerUnreadable({ raw, server }: FastifyRequest, reply: FastifyReply): void {
  raw.url = isForPrograms(raw.url ?? '') ? '/api/-' : '/-'
  server.routing(raw, reply.raw)
}

/**
 * Whether only programs ask for this address: its refusals are JSON, all others a page. Who asks for a script or a
 * picture can do nothing with a page.
 */
export function isForPrograms(url: string): boolean {
  return (
    /^\/(api|ws|static)(\/|\?|$)/.test(url) ||
    /^[^?]*\.(js|mjs|css|json|map|webmanifest|woff2?|png|svg|ico|webp|jpe?g|mp3)(\?|$)/.test(url)
  )
}

const CLIENT_STATUS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/**
 * Answers a request that is not HTTP or never arrives in full. Nothing is known of the caller, not even the language.
 * @param headers the headers of every answer
 */
export function answerMalformed(headers: Record<string, string> = {}) {
  const body: ErrorBody = { message: words('en')('errors.malformed_body'), code: 'malformed_body' }
  const text = JSON.stringify(body)
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return ({ code = '' }: NodeJS.ErrnoException, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed) return
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return
    const status = CLIENT_STATUS[code] ?? '400 Bad Request'
    if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${text}`)
    socket.destroy()
  }
}

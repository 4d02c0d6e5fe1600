import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import type { $ZodIssue } from 'zod/v4/core'
import { failureKind } from '#server/db/index.ts'
import { readWording } from '#shared/contracts/base/wording.ts'
import type { ErrorBody, ErrorCode, ErrorDetails } from '#shared/contracts/errors.ts'
import { isLanguage, type Language, languageOfHeader } from '#shared/domain/language.ts'
import type { AnyText } from '#shared/i18n/translate.ts'
import { translator } from '#shared/i18n/words/index.ts'
import { AppError, InputError } from '../app-error.ts'
import { isRecent } from '../clock.ts'
import { BusyError } from '../limits/concurrency.ts'
import { type Log, WithoutStack } from '../log.ts'
import { isUploading } from './multipart.ts'
import { REQUEST_ID_HEADER } from './request.ts'

/** Limits the size of the response: a body with many invalid fields would otherwise cause megabytes. */
const MAX_ISSUES = 100

/** Translates issues into messages. Of several issues with one field only the first is returned, as forms show it. */
export function describeIssues(issues: readonly $ZodIssue[], language: Language): ErrorDetails['issues'] {
  const byPath = new Map<string, $ZodIssue>()
  for (const issue of issues) {
    if (byPath.size === MAX_ISSUES) break
    const path = issue.path.join('.')
    if (!byPath.has(path)) byPath.set(path, issue)
  }
  return [...byPath].map(([path, issue]) => ({ path, message: translate(issue, language) }))
}

function translate({ message }: $ZodIssue, language: Language): string {
  const { key, values } = readWording(message)
  // The keys are checked by a test of the dictionaries, because Zod's types do not know them.
  return (translator(language) as AnyText)(key, values)
}

/** Retry-After of errors that set no time of their own, in seconds. */
const DEFAULT_RETRY_AFTER_S = 2

/**
 * Installs the error handler: every error becomes a JSON response with a code and a message in the caller's language,
 * without internal details.
 * @param slowedMs delay of a 429 in milliseconds
 * @param maxSlowed how many responses are delayed at the same time; further ones are sent immediately
 * @returns the count of errors that were sent; the reason is their code, or why the server was unavailable
 */
export function handleErrors(app: FastifyInstance, { slowedMs = 500, maxSlowed = 2_000 } = {}): Counter {
  const refusals = new Counter({
    name: 'masa_refusals_total',
    help: 'Errors that were sent, by status and reason.',
    labelNames: ['status', 'reason'],
    registers: [],
  })
  let delayedCount = 0
  // The delay keeps a script that retries immediately hundreds of times from taking processor time from other
  // requests.
  async function delayed(): Promise<void> {
    delayedCount++
    await sleep(slowedMs)
    delayedCount--
  }

  app.setErrorHandler((error, request, reply) => {
    // Only errors of Fastify and its file server have a status code.
    const { statusCode = 500, code } = error as FastifyError
    // A failed precondition or an unsatisfiable range of a file gets a response without a body.
    if (statusCode === 412 || statusCode === 416) return reply.code(statusCode).send()
    if (isNotFound(statusCode, code)) return reply.callNotFound()
    const appError = toAppError(error, languageOf(request))
    if (appError.code === 'unknown_host' && !failsInJson(request.url)) return sendPlainText(appError, request, reply)
    refusals.inc({ status: appError.status, reason: reasonOf(appError, error) })
    logFailure(request.log, 'request failed', appError, { error, reqId: request.id })
    const refuse = request.routeOptions.config?.refuse
    const respond = () => (refuse ? refuse(error, request, reply) : sendError(appError, request, reply))
    return appError.status === 429 && delayedCount < maxSlowed ? delayed().then(respond) : respond()
  })
  return refusals
}

export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = messageOf(error, languageOf(request))
  const body: ErrorBody = { message, code: error.code, requestId: request.id, ...error.details }
  setRefusal(error, request, reply)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** What every response to an error has, whatever its body is. */
export function setRefusal(error: AppError, request: FastifyRequest, reply: FastifyReply): void {
  reply.code(error.status).header(REQUEST_ID_HEADER, request.id)
  // Fastify would close the connection before most clients have sent the rest, and they would lose the response.
  if (error.status === 413) reply.removeHeader('connection')
  if (error.status === 429 || error.status === 503) {
    reply.header('retry-after', String(error.retryAfter ?? DEFAULT_RETRY_AFTER_S))
  }
}

/** Sends an error as plain text to a browser that used an unknown host name: it does not get the restaurant's pages. */
function sendPlainText(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(error.status).header('cache-control', 'no-store').type('text/plain; charset=utf-8')
  return reply.send(`${messageOf(error, languageOf(request))}\n`)
}

/** The message of an error in the caller's language, one sentence. */
export function messageOf({ code, wording, details }: AppError, language: Language): string {
  const [issue, ...others] = details.issues ?? []
  // The response to input with a single issue has that issue's message.
  if (code === 'invalid_input' && issue && others.length === 0) return issue.message
  const t = translator(language)
  const { unavailable = [], missing = [], takenBy: name = '' } = details
  const nameById = new Map(
    unavailable.map(({ menuItemId, name = t('errors.aDish'), left }) => [
      menuItemId,
      left ? `${name} (${left})` : name,
    ]),
  )
  const lacking = missing.map(({ what, name }) => t(`fiscal.missing.${what}`, { rate: name, name }))
  const names = [...nameById.values(), ...lacking].join(', ')
  return t(`errors.${unavailableWording(unavailable) ?? wording}`, { names, name, number: details.tableNumber })
}

/** The words for dishes that can be ordered, but not now or not as they were chosen. */
function unavailableWording(unavailable: NonNullable<ErrorDetails['unavailable']>) {
  if (unavailable.length === 0 || unavailable.some(({ reason }) => reason === undefined)) return undefined
  if (unavailable.every(({ reason }) => reason === 'portions'))
    return unavailable.every(({ left }) => left === 0) ? undefined : 'portions_left'
  return unavailable.every(({ reason }) => reason === 'not_served') ? 'not_served' : 'options_unfit'
}

/** The caller's language: `?lang=` if given (a page cannot set the headers of a socket), else Accept-Language. */
export function languageOf({ query, headers }: FastifyRequest): Language {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return isLanguage(lang) ? lang : languageOfHeader(headers['accept-language'])
}

/** Converts any error to an AppError. An unexpected one becomes `internal`, without details. */
export function toAppError(error: unknown, language: Language): AppError {
  if (error instanceof AppError) return error
  if (error instanceof InputError) {
    return new AppError('invalid_input', { issues: describeIssues(error.issues, language) })
  }
  const code = codeOfFastifyError(error as FastifyError)
  if (code) return new AppError(code)
  return failureKind(error) === 'other' ? new AppError('internal') : new AppError('unavailable')
}

function codeOfFastifyError({ code, statusCode }: FastifyError): ErrorCode | undefined {
  if (statusCode === 413) return 'too_large'
  if (statusCode === 415) return 'unsupported_media_type'
  const isClientError = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return isClientError && typeof code === 'string' ? 'malformed_body' : undefined
}

// The file server reports missing and forbidden paths as 403, 404 or another 4xx without an error code: all are 404.
function isNotFound(status: number, code: unknown): boolean {
  return status === 403 || status === 404 || (status >= 400 && status < 500 && typeof code !== 'string')
}

/** Routes a request with an undecodable URL to one beside it that does not exist, whose response is 404 as usual. */
export function rerouteUndecodableUrl({ raw, server }: FastifyRequest, reply: FastifyReply): void {
  const { url = '' } = raw
  raw.url = failsInJson(url) ? '/api/-' : `${/^(?:\/[\w-]+)*/.exec(url)?.[0]}/-`
  server.routing(raw, reply.raw)
}

/** Whether errors at this URL are JSON: people open only others, where they are a page. */
export function failsInJson(url: string): boolean {
  return (
    /^\/(api|ws|static|metrics)(\/|\?|$)/.test(url) ||
    /^[^?]*\.(js|mjs|css|json|map|webmanifest|woff2?|png|svg|ico|webp|jpe?g|mp3)(\?|$)/.test(url)
  )
}

const CLIENT_STATUS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Responds to what is not HTTP or never arrives in full; the caller's language is unknown. */
export function malformedRequestHandler(headers: Record<string, string> = {}) {
  const body: ErrorBody = { message: translator('en')('errors.malformed_body'), code: 'malformed_body' }
  const text = JSON.stringify(body)
  const allHeaders = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  return ({ code = '' }: NodeJS.ErrnoException, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed) return
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return
    const status = CLIENT_STATUS[code] ?? '400 Bad Request'
    if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${text}`)
    socket.destroy()
  }
}

const INTERVAL_MS = 1_000

interface Failure {
  error: unknown
  /** The id of the request that failed, or of the one that opened the socket. */
  reqId: string
}

/** When a line was last logged, and the failures since then; the keys are the log, then message and reason. */
const repeatedIn = new WeakMap<Log, Map<string, { at: Date; suppressed: number }>>()

/**
 * Logs the failure of work that somebody asked for. An error of Masa itself gets a line with its stack each time. While
 * something is unavailable, everybody's work fails: of such failures, at most one in a second is logged for each reason,
 * without its stack and with the number of those that were left out (`suppressed`). Refusals are not logged, nor that too
 * much work is waiting.
 * @param appError what the error was converted to
 */
export function logFailure(log: Log, message: string, appError: AppError, failure: Failure): void {
  const { error, reqId } = failure
  if (appError.status < 500 || error instanceof BusyError) return
  if (appError.status === 503) logRepeated(log, message, reasonOf(appError, error), failure)
  else log.error({ reqId, err: error }, message)
}

function logRepeated(log: Log, message: string, reason: string, { error, reqId }: Failure): void {
  const kind = `${message}: ${reason}`
  const kinds = repeatedIn.get(log) ?? new Map<string, { at: Date; suppressed: number }>()
  repeatedIn.set(log, kinds)
  const last = kinds.get(kind)
  const now = new Date()
  if (last && isRecent(last.at, now, INTERVAL_MS)) {
    last.suppressed++
    return
  }
  kinds.set(kind, { at: now, suppressed: 0 })
  const suppressed = last?.suppressed
  log.error({ reqId, err: new WithoutStack(error), ...(suppressed && { suppressed }) }, message)
}

/** The code of an error; of `unavailable`, what was: too much work is waiting, the database, or something else. */
function reasonOf({ code }: AppError, error: unknown): string {
  if (code !== 'unavailable') return code
  if (error instanceof BusyError) return 'busy'
  return failureKind(error) === 'unavailable' ? 'database' : code
}

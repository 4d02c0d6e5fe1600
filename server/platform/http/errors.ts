import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faultOf } from '#server/db/index.ts'
import type { ErrorBody, ErrorCode } from '#shared/contracts/errors.ts'
import { languageOfHeader } from '#shared/domain/language.ts'
import { AppError } from '../app-error.ts'
import { words } from '../language.ts'
import { describeIssues, InputError } from './issues.ts'

const RETRY_AFTER_S = 2

/** Makes every failure an answer: JSON, with a code, in the caller's language, and without what went wrong inside. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error, request)
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
    return answer(refusal, request, reply)
  })
}

/** Sends one refusal. */
export function answer(refusal: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const t = words(languageOf(request))
  const names = refusal.details.unavailable?.map(({ name }) => name ?? t('errors.aDish')).join(', ') ?? ''
  const body: ErrorBody = {
    message: t(`errors.${refusal.code}`, { names }),
    code: refusal.code,
    ...refusal.details,
  }
  // One message stands for the whole where the input has a single fault.
  if (refusal.code === 'invalid_input' && body.issues?.[0] && body.issues.length === 1) {
    body.message = body.issues[0].message
  }
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

export function languageOf(request: FastifyRequest) {
  return languageOfHeader(request.headers['accept-language'])
}

function asRefusal(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  if (error instanceof InputError) {
    return new AppError('invalid_input', { issues: describeIssues(error.issues, languageOf(request)) })
  }
  const code = codeOfFramework(error as FastifyError)
  if (code) return new AppError(code)
  return faultOf(error) === 'other' ? new AppError('internal') : new AppError('unavailable', {}, RETRY_AFTER_S)
}

function codeOfFramework({ code, statusCode }: FastifyError): ErrorCode | undefined {
  if (statusCode === 413) return 'too_large'
  if (statusCode === 415) return 'unsupported_media_type'
  if (statusCode === 404) return 'not_found'
  const clients = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return clients && typeof code === 'string' ? 'malformed_body' : undefined
}

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onSendAsyncHookHandler,
} from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint, Received, ResponseInput, StoredResponse } from '#shared/contracts/base/endpoint.ts'
import { errorBodySchema } from '#shared/contracts/errors.ts'
import { type Access, mayUse } from '#shared/domain/access.ts'
import { AppError, InputError, required } from '../app-error.ts'
import { type Attempt, attemptOf, bodyOf } from '../idempotency.ts'
import { type Log, readableElements } from '../log.ts'
import { fileOf, registerMultipart, type UploadedFile } from './multipart.ts'
import { bearerOf, type Viewer } from './request.ts'

interface HandlerInput<E extends Endpoint> extends Received<E> {
  request: FastifyRequest
  reply: FastifyReply
  /** The signed-in owner, for endpoints that only owners may use. */
  owner: E['access'] extends 'owner' ? Viewer : undefined
  /** The signed-in user, for endpoints that other users may use too. */
  user: E['access'] extends 'public' | 'owner' ? undefined : Viewer
  /** The uploaded file, for endpoints with `upload`; undefined if there was none. */
  file: E extends { upload: object } ? UploadedFile | undefined : undefined
  /** The request of an endpoint with `stored`, for `respondOnce`. */
  attempt: E extends { stored: StoredResponse } ? Attempt<ResponseInput<E>> : undefined
}

/**
 * An endpoint without a body of success responds when its handler's work has ended. One with `stored` responds
 * with the stored body, byte for byte.
 */
type Handled<E extends Endpoint> = E extends { response: object }
  ? Promise<ResponseInput<E> | FastifyReply | (E extends { stored: StoredResponse } ? string : never)>
  : Promise<void>
type Handler<E extends Endpoint> = (input: HandlerInput<E>) => Handled<E> | Promise<FastifyReply> | FastifyReply

const errorResponses = Object.fromEntries(['4xx', '5xx'].map((status) => [status, errorBodySchema]))

/** The limit in bytes of a body that is read before the sender is known, unless the endpoint has its own. */
const MAX_PUBLIC_BODY_BYTES = 4 * 1024

/**
 * Registers the route of an endpoint. Access is checked before the input is read. The contract parses the input and
 * reduces the response to its schema; elements of a list that do not match are left out. A handler that sends its own
 * response returns the reply.
 */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options: { bodyLimit?: number } = {},
): void {
  const { upload } = endpoint
  if (!upload) {
    addRoute(app, endpoint, handler, options)
    return
  }
  // A separate scope, because only this endpoint reads multipart bodies, and it reads no others.
  const inScope: FastifyPluginAsync = async (scope) => {
    await registerMultipart(scope, upload)
    addRoute(scope, endpoint, handler, options)
  }
  void app.register(inScope)
}

function addRoute<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options: { bodyLimit?: number },
): void {
  const { path, stored, keyNeeded, response } = endpoint
  app.endpoints.push(endpoint)
  const status = endpoint.status ?? 200
  app.route({
    method: endpoint.method,
    url: path,
    config: { access: endpoint.access, scopes: endpoint.scopes },
    ...(endpoint.access === 'public' && { bodyLimit: MAX_PUBLIC_BODY_BYTES }),
    ...options,
    schema: {
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: {
        ...(endpoint.response && { [status]: endpoint.response, [endpoint.repeatStatus ?? status]: endpoint.response }),
        ...errorResponses,
      },
    },
    onRequest: endpoint.access === 'public' ? checkToken : requireAccess(endpoint.access),
    ...(endpoint.access !== 'public' && { onSend: compressLong }),
    handler: (request, reply) => {
      const { params, query, body } = request as unknown as Received<E>
      const file = fileOf(request) as HandlerInput<E>['file']
      const sent = stored && { ...(params as object | undefined), ...(body as object | undefined) }
      const attempt = (stored &&
        response &&
        attemptOf({ path, stored, keyNeeded, response }, request, sent)) as HandlerInput<E>['attempt']
      const callHandler = (viewer: Viewer | null | undefined): unknown => {
        const owner = viewer as HandlerInput<E>['owner']
        const user = viewer as HandlerInput<E>['user']
        return handler({ params, query, body, request, reply, owner, user, file, attempt })
      }
      const result = endpoint.access === 'public' ? callHandler(undefined) : request.viewer().then(callHandler)
      // The handler has already responded synchronously.
      if (result === reply) return
      return Promise.resolve(result).then((body) => {
        if (reply.sent || body === reply) return reply
        if (stored && typeof body === 'string') return sendStored(reply, status, body)
        return reply.code(status).send(body)
      })
    },
  })
}

/** A token has to be valid also where nobody needs one. */
const checkToken: onRequestHookHandler = (request, _reply, done) => {
  if (bearerOf(request) === undefined) return done()
  request.viewer().then(() => done(), done)
}

const requireAccess = (access: Access) => async (request: FastifyRequest) => {
  const viewer = required(await request.viewer(), 'unauthorized')
  if (!mayUse(access, viewer)) throw new AppError('forbidden')
}

/** A list of many orders is a second of a tablet's Wi-Fi; its text is a thirtieth of that when it is compressed. */
const MIN_COMPRESSED = 32 * 1024

const compressLong: onSendAsyncHookHandler = async ({ headers }, reply, payload) => {
  if (typeof payload !== 'string' || payload.length < MIN_COMPRESSED) return payload
  if (!/\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '')) return payload
  reply.headers({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  // The fastest level: a higher one takes the processor for longer than the network saves.
  return promisify(gzip)(payload, { level: 1 })
}

/** Makes Fastify validate and serialize with the contracts' Zod schemas, and keep what is routed. */
export function applyContracts(app: FastifyInstance, log: Log): void {
  app.decorate('endpoints', [])
  app.setValidatorCompiler(({ schema, httpPart }) => (data) => {
    // A missing body counts as an empty object, so that every missing field is reported.
    const input = httpPart === 'body' && (data === undefined || data === null) ? {} : data
    const result = z.safeParse(schema as z.ZodMiniType, input)
    return result.success ? { value: result.data } : { error: new InputError(result.error.issues) }
  })
  app.setSerializerCompiler(({ schema, method, url }) => (data) => {
    if (schema instanceof z.ZodMiniArray && Array.isArray(data)) {
      const element = schema.def.element as z.ZodMiniType
      return JSON.stringify(readableElements(element, data, log, `${method} ${url}`))
    }
    return bodyOf(schema as z.ZodMiniType, data)
  })
}

const header = z.object({ 'If-Match': z.string().check(z.regex(/^(?:"\d{1,15}"|\d{1,15})$/, 'validation.version')) })

/**
 * Parses the version on which a caller bases a change, so that no change is lost (docs/product/orders.md#orders-match).
 * @param ifMatch the `If-Match` header: a version, with or without quotes
 * @returns undefined without the header: then the last change wins
 * @throws InputError for anything else, including lists, `*` and weak tags
 */
export function versionToMatch(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined) return undefined
  const { data, error } = header.safeParse({ 'If-Match': ifMatch })
  if (!data) throw new InputError(error.issues)
  return Number(data['If-Match'].replaceAll('"', ''))
}

/** Sends a stored response byte for byte (`platform/idempotency.ts`). */
export function sendStored(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').serializer(String).send(body)
}

/** Sends CSV, as text or bytes, as a file for download. */
export function sendCsv(reply: FastifyReply, name: string, csv: string | Buffer): FastifyReply {
  const attachment = `attachment; filename="${name}"`
  return reply.header('content-disposition', attachment).type('text/csv; charset=utf-8').serializer(String).send(csv)
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CACHED_PATHS } from '#shared/domain/cached-responses.ts'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import { endAfterResponse } from '../live/hub.ts'
import { type Hosts, type headersByHost, isForeign } from './addresses.ts'
import { bearerOf, opensSocket, REQUEST_ID_HEADER } from './request.ts'

interface Options {
  hosts: Hosts
  headers: ReturnType<typeof headersByHost>
  clock: Clock
  hasSession(request: FastifyRequest): boolean
  /** Whether the request may name any host. */
  isForAnyHost(request: FastifyRequest): boolean
}

/**
 * Gives each response its headers, and refuses requests for unknown hosts, changes that pages of other origins send, and
 * everything once the server closes.
 */
export function applyRequestRules(app: FastifyInstance, { hosts, headers, clock, hasSession, isForAnyHost }: Options) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now()
    const { host } = request
    const { page, api, cacheable } = headers(host)
    const isCacheable = CACHED_PATHS.has(request.url) && !hasSession(request)
    reply.headers(isCacheable ? cacheable : isOfApi(request) ? api : page)
    // A cached response would bring an id of long ago.
    if (!isCacheable) reply.header(REQUEST_ID_HEADER, request.id)
    if (isClosing) return done(new AppError('unavailable'))
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
    const isUpgrade = opensSocket(request)
    if (isUpgrade) endAfterResponse(reply)
    if (!hosts.isKnown(host) && !isForAnyHost(request)) {
      hosts.logRejected(host, clock.now(), request.id)
      return done(new AppError('unknown_host'))
    }
    // A page of another site has no token.
    const isRefused =
      (isWrite || isUpgrade) && bearerOf(request) === undefined && isForeign(request, hosts.publicOrigin)
    done(isRefused ? new AppError('foreign_origin') : undefined)
  })
}

/** Whether a request is one of the API. Its route decides, because a URL may be absolute or have encoded letters. */
function isOfApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/') || (request.routeOptions.url?.startsWith('/api/') ?? false)
}

import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'

/** The header with a request's id, in requests and in responses. */
export const REQUEST_ID_HEADER = 'x-request-id'
/** Text that can be copied into a header, into JSON and into a line of the log as it is. */
const PLAIN = /^[\w.-]{1,64}$/

/**
 * Returns a function that gives each request its id: the one that it brings, for example from a proxy, if that has at
 * most 64 plain characters; else a new one, which no other process gives either.
 */
export function requestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const ofProcess = randomBytes(6).toString('hex')
  let count = 0
  return ({ headers }) => {
    const received = headers[REQUEST_ID_HEADER]
    if (typeof received === 'string' && PLAIN.test(received)) return received
    count++
    return `${ofProcess}-${count.toString(36)}`
  }
}

/** The log of one request: each line contains the request's id. Made when there is something to log. */
export function logOf(request: FastifyRequest): Log {
  return request.log.child({ reqId: request.id })
}

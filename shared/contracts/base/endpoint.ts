import type * as z from 'zod/mini'
import type { Access, Scope } from '../../domain/access.ts'
import type { ErrorCode } from '../errors.ts'

/**
 * The subject of a request's stored response: an order, a catering event, an entry of a day, a day or a reservation, which erasing a
 * person finds by its id; that an order was withdrawn; or something that is about no guest.
 */
export const STORED_RESPONSES = ['order', 'event', 'entry', 'day', 'reservation', 'withdrawal', 'other'] as const
export type StoredResponse = (typeof STORED_RESPONSES)[number]

/** One endpoint of the API. The server makes its route from this declaration, and the client its request. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Contains `:name` for each of `params`. */
  path: `/api/${string}`
  /** There is no default. */
  access: Access
  /** Another program may call it if it has one of these; without any, none may. */
  scopes?: readonly Scope[]
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The status of success; 200 by default. */
  status?: 200 | 201 | 202 | 204
  /** The status of a success that created nothing; the body is the same. */
  repeatStatus?: 200
  /** The subject of the stored response of a request that can be repeated with its `Idempotency-Key`. */
  stored?: StoredResponse
  /** Whether a request has to have a key. */
  keyNeeded?: true
  /** The body of a successful response; undefined if it has none, or is not JSON. */
  response?: z.ZodMiniType
  /** For a multipart body: the name of the field with the file; `body` then describes the text fields. */
  upload?: { file: string; maxBytes: number; tooLarge: ErrorCode }
}

/** Declares an endpoint, keeping the exact types of its schemas. @param access there is no default */
export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends Endpoint['path'],
  const Who extends Access,
  const Rest extends Omit<Endpoint, 'method' | 'path' | 'access'>,
>(method: Method, path: Path, access: Who, declared: Rest) {
  return { method, path, access, ...declared }
}

type Field = 'params' | 'query' | 'body' | 'response'
type Output<E, P extends Field> = E extends Record<P, infer S extends z.ZodMiniType> ? z.output<S> : undefined
type Input<E, P extends Field> = E extends Record<P, infer S extends z.ZodMiniType> ? z.input<S> : undefined

/** The input of the server's handler, after validation. */
export interface Received<E extends Endpoint> {
  params: Output<E, 'params'>
  query: Output<E, 'query'>
  body: Output<E, 'body'>
}

/** The client's request, before validation. */
export interface Sent<E extends Endpoint> {
  params?: Input<E, 'params'>
  query?: Input<E, 'query'>
  body?: Input<E, 'body'>
}

/** The body of a successful response. */
export type ResponseOf<E extends Endpoint> = Output<E, 'response'>

/** What the server's handler returns, of which the contract makes the body. */
export type ResponseInput<E extends Endpoint> = Input<E, 'response'>

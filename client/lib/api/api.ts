import type { Endpoint, ResponseOf, Sent } from '#shared/contracts/base/endpoint.ts'
import { CACHED_AT_HEADER } from '#shared/domain/cached-responses.ts'
import { language } from '../../ui/translation.ts'
import { createValue } from '../browser/storage.ts'
import { setServerTime } from '../clock/server-clock.ts'
import { NoAnswerError, RequestError } from './request-error.ts'

/*
 * Tracks which displayed responses are old because the network is unavailable: those that the service worker served, and
 * those received before the network was lost (docs/product/everywhere.md#everywhere-offline).
 */

/** When the displayed old responses were received (as in `CACHED_AT_HEADER`), by path. */
const receivedAtByPath = createValue<Readonly<Record<string, string>>>({})

/** @param receivedAt when it was received, if it is old; null for a new response @returns whether it is old */
export function recordAge(path: string, receivedAt: string | null): boolean {
  const { [path]: before = null, ...others } = receivedAtByPath.get()
  if (receivedAt !== before) receivedAtByPath.set(receivedAt === null ? others : { ...others, [path]: receivedAt })
  return receivedAt !== null
}

/** When each displayed response that is old was received (`receiptTime` reads it), by path. */
export function useCachedAnswers(): Readonly<Record<string, string>> {
  return receivedAtByPath.use()
}

/**
 * An endpoint as text, with the statuses of success that are not 200: for the first views of guests, kitchen and floor,
 * which would load zod and every rule of the area with the contract itself. The compiler compares it with the contract.
 */
export type Call<E extends Endpoint> =
  `${E['method']} ${E['path']}${StatusText<E, 'status'>}${StatusText<E, 'repeatStatus'>}`
type StatusText<E, Name extends string> = E extends Record<Name, infer Status extends number> ? ` ${Status}` : ''

declare global {
  interface Window {
    /** Responses that the page's first script requested, by path and query; each is used once. */
    masaEarly?: Record<string, Promise<Response>>
  }
}

export type CallOptions<E extends Endpoint> = Sent<E> & {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Receives the headers of a successful response. */
  onHeaders?: (headers: Headers) => void
  /** Milliseconds after which the call throws a NoAnswerError; without it there is no limit. */
  timeout?: number
}

/** A server that has not responded to the smallest request within this time counts as unreachable. */
const REACHABLE_TIMEOUT_MS = 5_000

/**
 * Calls an endpoint and returns its typed response body. All requests but uploads and files go through this function.
 * Throws a RequestError if the server rejects the request, and a NoAnswerError without a valid response.
 */
export async function callApi<E extends Endpoint>(
  endpoint: E | Call<E>,
  options: CallOptions<E> = {},
): Promise<ResponseOf<E>> {
  const { method, path, statuses } = typeof endpoint === 'string' ? parseCall(endpoint) : declared(endpoint)
  const { body, headers, onHeaders, signal, timeout } = options
  const abortion = abortAfter(timeout, signal)
  try {
    const address = filled(path, options)
    const early = takeEarlyResponse(method, address)
    // `aborted` is for early responses, which have no signal.
    const request =
      early ??
      fetch(address, {
        method,
        credentials: 'include',
        headers: {
          Accept: 'application/json',
          'Accept-Language': language,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: abortion.signal,
      })
    const response = await Promise.race([request, abortion.aborted])
    const cachedAt = response.headers.get(CACHED_AT_HEADER)
    const isCached = recordAge(path, cachedAt)
    // An early response came a moment ago, a cached one when it says: also such a page must not trust a wrong clock.
    setServerTime(response.headers.get('date'), isCached ? Number(cachedAt) : early && Date.now())
    const data = await Promise.race([parseResponse(statuses, response), abortion.aborted])
    onHeaders?.(response.headers)
    return data as ResponseOf<E>
  } catch (error) {
    if (error instanceof RequestError || signal?.aborted) throw error
    throw new NoAnswerError('No answer', { cause: error })
  } finally {
    abortion.dispose()
  }
}

/** Fetches a file and returns it under the name that the server gives it. Throws as `callApi` does. */
export async function fetchFile<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<File> {
  try {
    const response = await fetch(addressOf(endpoint, sent), {
      credentials: 'include',
      headers: { 'Accept-Language': language },
    })
    if (!response.ok) throw new RequestError(response.status, response.statusText, await response.text())
    const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    const blob = await response.blob()
    return new File([blob], name, { type: blob.type })
  } catch (error) {
    if (error instanceof RequestError) throw error
    throw new NoAnswerError('No answer', { cause: error })
  }
}

/** Whether the server responds within a few seconds, for code that waits until it is back. */
export async function isServerReachable(): Promise<boolean> {
  const abortion = abortAfter(REACHABLE_TIMEOUT_MS)
  try {
    const { ok } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: abortion.signal })
    return ok
  } catch {
    return false
  } finally {
    abortion.dispose()
  }
}

const declared = ({ method, path, status = 200, repeatStatus }: Endpoint) => ({
  ...{ method, path },
  statuses: [status, repeatStatus],
})

function parseCall(call: string): { method: string; path: string; statuses: number[] } {
  const [method = '', path = '', ...statuses] = call.split(' ')
  return { method, path, statuses: statuses.length > 0 ? statuses.map(Number) : [200] }
}

async function parseResponse(statuses: readonly (number | undefined)[], response: Response): Promise<unknown> {
  const text = await response.text()
  if (!response.ok) throw new RequestError(response.status, response.statusText, text)
  // An undeclared success status is not from our server but from a Wi-Fi's sign-in page or a proxy.
  if (!statuses.includes(response.status)) throw new TypeError(`Unexpected status ${response.status}`)
  return text ? JSON.parse(text) : undefined
}

/** The address of an endpoint with its parameters and query. */
export const addressOf = <E extends Endpoint>(endpoint: E, sent: Sent<E>): string => filled(endpoint.path, sent)

function filled(pattern: string, { params, query }: { params?: unknown; query?: unknown }): string {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/** Discards the early responses that were not used: they are out of date, or for another user. */
export function discardEarlyResponses(): void {
  window.masaEarly = {}
}

function takeEarlyResponse(method: string, address: string): Promise<Response> | undefined {
  const early = method === 'GET' ? window.masaEarly?.[address] : undefined
  if (early) delete window.masaEarly?.[address]
  return early
}

// AbortSignal.any and AbortSignal.timeout are missing in the browsers of some guests' phones.
function abortAfter(timeout: number | undefined, signal?: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
  })
  aborted.catch(() => {})
  const timer = timeout === undefined ? undefined : setTimeout(abort, timeout)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    aborted,
    dispose() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

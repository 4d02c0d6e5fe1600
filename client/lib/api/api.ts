import type { Answer, Endpoint, Sent } from '#shared/contracts/endpoint.ts'
import { noteServerTime } from '../clock/server-clock.ts'
import { currentLanguage } from '../words/language.ts'
import { recordCached } from './cached-answers.ts'
import { NoAnswerError, RequestError } from './request-error.ts'

declare global {
  interface Window {
    /** Answers that the page's first script asked for, each to be used once. */
    masaEarly?: Record<string, Promise<Response>>
  }
}

type CallOptions<E extends Endpoint> = Sent<E> & {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Gets the headers of a successful answer. */
  heard?: (headers: Headers) => void
  /** Milliseconds after which waiting ends with a NoAnswerError; no limit when not said. */
  timeout?: number
}

/** A server that has not answered the shortest question by then counts as out of reach. */
const REACHED_WITHIN_MS = 5_000

/** The only way to the server: one declared call, with its types. Throws RequestError or NoAnswerError. */
export async function callApi<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<Answer<E>> {
  const { body, headers, heard, signal, timeout } = options
  const ending = endingAfter(timeout, signal)
  try {
    const early = takeEarly(endpoint, options)
    const response =
      early ??
      fetch(addressOf(endpoint, options), {
        method: endpoint.method,
        credentials: 'include',
        headers: {
          Accept: 'application/json',
          'Accept-Language': currentLanguage(),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: ending.signal,
      })
    const answer = await response
    const isKept = recordCached(endpoint.path, answer)
    // An early answer may have waited for the page, and a kept one is of before.
    if (!early && !isKept) noteServerTime(answer.headers.get('date'))
    const result = await answerOf(endpoint, answer)
    heard?.(answer.headers)
    return result
  } catch (error) {
    if (error instanceof RequestError || signal?.aborted) throw error
    throw new NoAnswerError('No answer', { cause: error })
  } finally {
    ending.done()
  }
}

/** The file that a call answers, under the name that the server gives it. Throws as `callApi` does. */
export async function fetchFile<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<File> {
  try {
    const response = await fetch(addressOf(endpoint, sent), {
      credentials: 'include',
      headers: { 'Accept-Language': currentLanguage() },
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

/** Whether the server answers at all, and soon, for code that waits until it is back. */
export async function isServerReachable(): Promise<boolean> {
  const ending = endingAfter(REACHED_WITHIN_MS)
  try {
    const { ok } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: ending.signal })
    return ok
  } catch {
    return false
  } finally {
    ending.done()
  }
}

async function answerOf<E extends Endpoint>(endpoint: E, response: Response): Promise<Answer<E>> {
  const text = await response.text()
  if (!response.ok) throw new RequestError(response.status, response.statusText, text)
  // Another success than the declared one is not our server's: a Wi-Fi's sign-in page, a proxy.
  if (response.status !== (endpoint.status ?? 200)) throw new TypeError(`Unexpected status ${response.status}`)
  return (endpoint.answer && text ? JSON.parse(text) : undefined) as Answer<E>
}

/** Where a call goes, with its parameters and query. */
export function addressOf<E extends Endpoint>(endpoint: E, { params, query }: Sent<E>): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

function takeEarly(endpoint: Endpoint, { query }: Sent<Endpoint>): Promise<Response> | undefined {
  if (endpoint.method !== 'GET' || query !== undefined) return undefined
  const early = window.masaEarly?.[endpoint.path]
  if (early) delete window.masaEarly?.[endpoint.path]
  return early
}

// AbortSignal.any and .timeout are younger than some phones that guests carry.
function endingAfter(timeout: number | undefined, signal?: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = timeout === undefined ? undefined : setTimeout(abort, timeout)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

import type { Endpoint, ResponseOf } from '#shared/contracts/base/endpoint.ts'
import type { ErrorBody } from '#shared/contracts/errors.ts'
import { CACHED_AT_HEADER } from '#shared/domain/cached-responses.ts'

interface Call {
  path: string
  query: Record<string, string>
  /** The parsed JSON body, or the fields of a form, with its file as a `File`. */
  body: unknown
  headers: Headers
}

type Handler = () => Response | Promise<Response>

const handlers = new Map<string, Handler>()
let calls: { key: string; call: Call }[] = []
let unknown: string[] = []
let held: (() => void)[] = []

const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

/** The health check is not part of the API, so no contract declares it. */
export const HEALTH = { method: 'HEAD', path: '/healthz' } as unknown as Endpoint

/** A fake server behind `fetch` and `FakeUploadRequest`. It responds to the requests that a test has declared. */
export const fakeApi = {
  /** Requests to the endpoint succeed with this response. */
  answers<E extends Endpoint>(endpoint: E, answer: ResponseOf<E>): void {
    handlers.set(keyOf(endpoint), () => json(endpoint.status ?? 200, answer))
  },

  /** Responds from the service worker's cache. @param cachedAt by the device's clock, in milliseconds */
  answersFromCache<E extends Endpoint>(endpoint: E, answer: ResponseOf<E>, cachedAt: number): void {
    const headers = { [CACHED_AT_HEADER]: String(cachedAt) }
    handlers.set(keyOf(endpoint), () => new Response(JSON.stringify(answer), { headers }))
  },

  /** Requests to the endpoint are rejected with this error. */
  refuses(endpoint: Endpoint, status: number, body: Partial<ErrorBody> & Record<string, unknown>): void {
    handlers.set(keyOf(endpoint), () => json(status, body))
  },

  /** The first request is rejected with this error; later ones succeed with the response `then`. */
  refusesOnce<E extends Endpoint>(endpoint: E, status: number, body: Partial<ErrorBody>, then: ResponseOf<E>): void {
    handlers.set(keyOf(endpoint), () => {
      fakeApi.answers(endpoint, then)
      return json(status, body)
    })
  },

  /** Requests to the endpoint do not reach the server. */
  isOutOfReach(endpoint: Endpoint): void {
    handlers.set(keyOf(endpoint), () => Promise.reject(new TypeError('Failed to fetch')))
  },

  /** Requests to the endpoint wait until the returned function is called, and then get this response. */
  holds<E extends Endpoint>(
    endpoint: E,
    answer: ResponseOf<E> | Partial<ErrorBody>,
    status: number = endpoint.status ?? 200,
  ): () => void {
    let release = () => {}
    const released = new Promise<void>((resolve, reject) => {
      release = resolve
      held.push(() => reject(new TypeError('Failed to fetch')))
    })
    released.catch(() => {})
    handlers.set(keyOf(endpoint), async () => {
      await released
      return json(status, answer)
    })
    return release
  },

  /** All requests to an endpoint so far, oldest first. */
  callsOf(endpoint: Endpoint): Call[] {
    return calls.filter(({ key }) => key === keyOf(endpoint)).map(({ call }) => call)
  },

  /** Requests for which no response was declared. */
  get unknown(): readonly string[] {
    return unknown
  },

  /** Ends the requests that are still held, or they would run into their time limits during later tests. */
  endHeld(): void {
    for (const end of held) end()
    held = []
  },

  reset(): void {
    handlers.clear()
    calls = []
    unknown = []
  },

  async fetch(address: string | URL | Request, { method = 'GET', body, headers }: RequestInit = {}): Promise<Response> {
    const [path = '', search] = String(address).split('?')
    const query = Object.fromEntries(new URLSearchParams(search))
    const key = [...handlers.keys()].find((known) => pattern(known).test(`${method} ${path}`))
    if (key === undefined) {
      unknown.push(`${method} ${path}`)
      return json(404, { message: 'Not found' })
    }
    const call = {
      path,
      query,
      body:
        typeof body === 'string' ? JSON.parse(body) : body instanceof FormData ? Object.fromEntries(body) : undefined,
      headers: new Headers(headers),
    }
    calls.push({ key, call })
    return (handlers.get(key) as Handler)()
  },
}

/** A regular expression for a contract's path, in which `:name` matches one segment. */
const pattern = (key: string) => new RegExp(`^${key.replace(/:\w+/g, '[^/]+')}$`)

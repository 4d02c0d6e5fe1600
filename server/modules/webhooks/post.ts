import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { resolveAllowed } from '#server/platform/outside.ts'

/** The time limit of a request, from resolving the name to the end of the response. */
export const POST_TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 64 * 1024

/** The host of an address, without the brackets of IPv6. */
export const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')

interface Post {
  url: string
  headers: Record<string, string>
  body: string
  onLoopback: boolean
  closing: AbortSignal
}

export interface Response {
  /** Null if there was none, or if the address is not allowed. */
  status: number | null
  /** The delay that it asks for. */
  retryAfterMs?: number
}

/** The delay of a `Retry-After`, in seconds or as a date; 0 for any other text. */
export function retryAfterOf(value = '', now = Date.now()): number {
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now
  return Math.max(ms || 0, 0)
}

/** Sends a body and follows no redirect. */
export async function post({ url, headers, body, onLoopback, closing }: Post): Promise<Response> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(POST_TIMEOUT_MS)])
  const host = hostOf(url)
  const ip = await resolveAllowed(host, onLoopback)
  if (ip === undefined) return { status: null }
  const { request } = new URL(url).protocol === 'https:' ? https : http
  return new Promise((resolve) => {
    const sent = request(url, {
      ...{ method: 'POST', agent: false, signal },
      // The connection goes to the address that was checked; the certificate must still be valid for the name.
      ...{ hostname: ip, servername: isIP(host) === 0 ? host : '' },
      headers: { ...headers, host: new URL(url).host, 'content-type': 'application/json' },
    })
    sent.on('error', () => resolve({ status: null }))
    sent.on('response', (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_RESPONSE_BYTES) response.destroy()
      })
      response.on('error', () => {})
      const retryAfterMs = retryAfterOf(response.headers['retry-after'])
      response.on('close', () => resolve({ status: response.statusCode ?? null, retryAfterMs }))
    })
    sent.end(body)
  })
}

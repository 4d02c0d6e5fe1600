import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { inTime } from '#server/platform/limits/concurrency.ts'
import { resolveAllowed } from '#server/platform/outgoing.ts'

/** For everything, from resolving the name to the end of the response. */
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

/** Sends a body and follows no redirect. @returns the status; null if there was none or the address is not allowed */
export async function post({ url, headers, body, onLoopback, closing }: Post): Promise<number | null> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(POST_TIMEOUT_MS)])
  const host = hostOf(url)
  const ip = await inTime(resolveAllowed(host, onLoopback), POST_TIMEOUT_MS).catch(() => undefined)
  if (ip === undefined) return null
  const { request } = new URL(url).protocol === 'https:' ? https : http
  return new Promise((resolve) => {
    const sent = request(url, {
      ...{ method: 'POST', agent: false, signal },
      // What was resolved is what is connected; the certificate is that of the name.
      ...{ hostname: ip, servername: isIP(host) === 0 ? host : '' },
      headers: { ...headers, host: new URL(url).host, 'content-type': 'application/json' },
    })
    sent.on('error', () => resolve(null))
    sent.on('response', (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_RESPONSE_BYTES) response.destroy()
      })
      response.on('error', () => {})
      response.on('close', () => resolve(response.statusCode ?? null))
    })
    sent.end(body)
  })
}

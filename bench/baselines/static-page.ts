/** The baseline for the guest's page: the same dishes, style, fonts and pictures as a static page. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { answerCalls } from '../calls.ts'

interface StaticFile {
  headers: Record<string, string>
  body: Buffer
}

// Requested by browser/throttling.ts.
const BLOB_BYTES = 400_000

const calls = {
  /** @param path of the page. @param origin of the product, from which all other files are fetched once */
  serve: async ({ html, path, origin }: { html: string; path: string; origin: string }) => {
    const files = new Map<string, Promise<StaticFile>>([
      [path, Promise.resolve(compressed(html))],
      ['/byte', Promise.resolve(uncached(Buffer.alloc(1, 'm')))],
      ['/blob', Promise.resolve(uncached(Buffer.alloc(BLOB_BYTES, 'masa')))],
    ])
    const server = createServer((request, response) => {
      const requestPath = request.url ?? '/'
      const file = files.get(requestPath) ?? copy(`${origin}${requestPath}`)
      files.set(requestPath, file)
      file.then(
        ({ headers, body }) => response.writeHead(200, headers).end(body),
        () => response.writeHead(404).end(),
      )
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  },
}
export type StaticPageCalls = typeof calls
answerCalls(calls)

function compressed(html: string): StaticFile {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', 'cache-control': 'no-cache' }
  return { headers, body: brotliCompressSync(html) }
}

function uncached(body: Buffer): StaticFile {
  return { headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' }, body }
}

async function copy(address: string): Promise<StaticFile> {
  const response = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  const body = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=31536000',
    'access-control-allow-origin': '*',
  }
  return /css|svg/.test(type)
    ? { headers: { ...headers, 'content-encoding': 'br' }, body: brotliCompressSync(body) }
    : { headers, body }
}

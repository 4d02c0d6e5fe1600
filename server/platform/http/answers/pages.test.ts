import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get as httpGet, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordingLog } from '#server/testing/log.ts'
import type { Log } from '../../log.ts'
import { answerErrors, answerUnreadable } from './errors.ts'
import { openSite, servePages } from './pages.ts'

const PAGE = `<!doctype html><title>Masa</title>
<script type="module" crossorigin src="/static/app-1a2b.js"></script>
<link rel="stylesheet" crossorigin href="/static/app-3c4d.css">`
// The folder's own path contains `static`, like the folder of hashed names.
const place = path.join(mkdtempSync(path.join(os.tmpdir(), 'masa-pages-')), 'static', 'client')
const PAGES_OF_ALL = ['index.html', 'index.html.br', 'index.html.gz']
const { log, logged } = recordingLog()
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(path.join(place, 'static'), { recursive: true })
  for (const name of [...PAGES_OF_ALL, 'icon.svg', 'sw.js', 'sw.js.br', 'static/app-1a2b.js'])
    writeFileSync(path.join(place, name), name.startsWith('index') ? PAGE : 'x'.repeat(100))
  const built = fastify({
    loggerInstance: log as Log,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_, request, reply) => answerUnreadable(request, reply),
  })
  answerErrors(built)
  built.get('/api/things/:name', async () => ({}))
  const site = openSite(place)
  built.addHook('onRequest', (_, reply, done) => {
    reply.headers(site.headers)
    done()
  })
  await servePages(built, site)
  await built.listen({ port: 0, host: '127.0.0.1' })
  app = built
  // As when the pages are built while the server runs.
  mkdirSync(path.join(`${place}-before`, 'static'), { recursive: true })
  for (const name of [...PAGES_OF_ALL, 'sw.js', 'static/app-0a0b.js', 'static/app-0a0b.js.br'])
    writeFileSync(path.join(`${place}-before`, name), `before: ${name}`)
})

/** The answer to an address that is sent as it stands; `fetch` would normalize it. */
function get(url: string, headers: IncomingHttpHeaders = {}) {
  const { port } = app.server.address() as AddressInfo
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port, path: url, headers }, async (answer) => {
      let body = ''
      for await (const chunk of answer) body += chunk
      resolve({ status: answer.statusCode, headers: answer.headers, body })
    }).on('error', reject)
  })
}

afterAll(async () => {
  await app.close()
  rmSync(path.dirname(path.dirname(place)), { recursive: true })
})

it.each([
  '/nowhere',
  '//menu',
  '/x/../y',
  '/menu/',
  '/menu%ff',
  '/%',
  `/${'x'.repeat(300)}`,
  '/index.html',
  '/index.html.br',
  '/index.html.gz',
  '/news.html',
  '/v1.2/menu',
])('%s is the 404 page', async (url) => {
  const answer = await get(url, { 'accept-encoding': 'br' })
  expect([answer.status, answer.body]).toEqual([404, PAGE])
  expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
})

it.each([
  '/static/',
  '/static/%ff',
  '/static/../x',
  '/static/app-9f9f.js',
  '/app.js?v=2',
  '/favicon.ico',
  '/apple-touch-icon-precomposed.png',
  '/api/things/%E0%A4/x',
  `/api/things/${'x'.repeat(300)}`,
  '/api/%',
])('%s is JSON that nothing is there', async (url) => {
  const answer = await get(url, { 'accept-language': 'ro' })
  expect([answer.status, JSON.parse(answer.body)]).toEqual([404, { message: 'Nu a fost găsit', code: 'not_found' }])
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['cache-control']).toBe('no-store')
})

it.each([
  ['range', 'bytes=500-600', 416],
  ['if-match', '"another"', 412],
])('a file asked for with %s: %s is refused by the status alone', async (name, value, status) => {
  const answer = await get('/icon.svg', { [name]: value })
  expect([answer.status, answer.body]).toEqual([status, ''])
})

it('only what is named by its content is kept for ever, and the worker is asked for each time', async () => {
  const kept = async (url: string, headers = {}) => (await get(url, headers)).headers['cache-control']
  expect(await kept('/static/app-1a2b.js')).toContain('immutable')
  expect(await kept('/icon.svg')).toBe('public, max-age=3600')
  expect([await kept('/sw.js'), await kept('/sw.js', { 'accept-encoding': 'br' })]).toEqual(['no-cache', 'no-cache'])
})

it('a page left open over an update has the parts of the build before, and nothing else of it', async () => {
  const part = await get('/static/app-0a0b.js')
  expect([part.status, part.body]).toEqual([200, 'before: static/app-0a0b.js'])
  expect(part.headers['cache-control']).toContain('immutable')
  const compressed = await get('/static/app-0a0b.js', { 'accept-encoding': 'br' })
  expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'before: static/app-0a0b.js.br'])
  expect((await get('/menu')).body).toBe(PAGE)
  expect((await get('/index.html')).status).toBe(404)
  expect((await get('/sw.js')).body).toBe('x'.repeat(100))
})

it('a page may have workers of its own server alone', async () => {
  for (const url of ['/menu', '/sw.js'])
    expect((await get(url)).headers['content-security-policy']).toContain("worker-src 'self'")
})

it('none of that is a failure', () => {
  expect(logged()).not.toContain('request failed')
})

it('names the code and the style of a page in the head of its answer', async () => {
  const { headers } = await get('/menu')
  expect(headers.link).toBe(
    '</static/app-3c4d.css>; rel=preload; as=style; crossorigin, </static/app-1a2b.js>; rel=modulepreload',
  )
})

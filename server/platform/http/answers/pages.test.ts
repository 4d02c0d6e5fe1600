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
const clientFolder = path.join(mkdtempSync(path.join(os.tmpdir(), 'masa-pages-')), 'static', 'client')
const PAGE_FILES = ['index.html', 'index.html.br', 'index.html.gz']
const { log, logged } = recordingLog()
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(path.join(clientFolder, 'static'), { recursive: true })
  for (const name of [...PAGE_FILES, 'icon.svg', 'sw.js', 'sw.js.br', 'static/app-1a2b.js'])
    writeFileSync(path.join(clientFolder, name), name.startsWith('index') ? PAGE : 'x'.repeat(100))
  const built = fastify({
    loggerInstance: log as Log,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_, request, reply) => answerUnreadable(request, reply),
  })
  answerErrors(built)
  built.get('/api/things/:name', async () => ({}))
  const site = openSite(clientFolder)
  built.addHook('onRequest', (_, reply, done) => {
    reply.headers(site.headers)
    done()
  })
  await servePages(built, site)
  await built.listen({ port: 0, host: '127.0.0.1' })
  app = built
  // As if a new build were published while the server runs.
  mkdirSync(path.join(`${clientFolder}-before`, 'static'), { recursive: true })
  for (const name of [...PAGE_FILES, 'sw.js', 'static/app-0a0b.js', 'static/app-0a0b.js.br'])
    writeFileSync(path.join(`${clientFolder}-before`, name), `before: ${name}`)
})

/** Requests a URL exactly as given; `fetch` would normalize it. */
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
  rmSync(path.dirname(path.dirname(clientFolder)), { recursive: true })
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
])('answers %s with the 404 page', async (url) => {
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
])('answers %s with 404 in JSON', async (url) => {
  const answer = await get(url, { 'accept-language': 'ro' })
  expect([answer.status, JSON.parse(answer.body)]).toEqual([404, { message: 'Nu a fost găsit', code: 'not_found' }])
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['cache-control']).toBe('no-store')
})

it.each([
  ['range', 'bytes=500-600', 416],
  ['if-match', '"another"', 412],
])('answers an unsatisfiable %s: %s for a file without a body', async (name, value, status) => {
  const answer = await get('/icon.svg', { [name]: value })
  expect([answer.status, answer.body]).toEqual([status, ''])
})

it('caches hashed files for ever, others for an hour, and the service worker not at all', async () => {
  const cacheControl = async (url: string, headers = {}) => (await get(url, headers)).headers['cache-control']
  expect(await cacheControl('/static/app-1a2b.js')).toContain('immutable')
  expect(await cacheControl('/icon.svg')).toBe('public, max-age=3600')
  expect([await cacheControl('/sw.js'), await cacheControl('/sw.js', { 'accept-encoding': 'br' })]).toEqual([
    'no-cache',
    'no-cache',
  ])
})

it('serves hashed files of the previous build for pages that are still open, and nothing else of it', async () => {
  const part = await get('/static/app-0a0b.js')
  expect([part.status, part.body]).toEqual([200, 'before: static/app-0a0b.js'])
  expect(part.headers['cache-control']).toContain('immutable')
  const compressed = await get('/static/app-0a0b.js', { 'accept-encoding': 'br' })
  expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'before: static/app-0a0b.js.br'])
  expect((await get('/menu')).body).toBe(PAGE)
  expect((await get('/index.html')).status).toBe(404)
  expect((await get('/sw.js')).body).toBe('x'.repeat(100))
})

it('allows workers only from the same origin', async () => {
  for (const url of ['/menu', '/sw.js'])
    expect((await get(url)).headers['content-security-policy']).toContain("worker-src 'self'")
})

it('logs none of these requests as a failure', () => {
  expect(logged()).not.toContain('request failed')
})

it('sends a Link header with the script and the style of a page', async () => {
  const { headers } = await get('/menu')
  expect(headers.link).toBe(
    '</static/app-3c4d.css>; rel=preload; as=style; crossorigin, </static/app-1a2b.js>; rel=modulepreload',
  )
})

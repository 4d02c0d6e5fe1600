import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get as httpGet, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordingLog } from '#server/testing/log.ts'
import type { Log } from '../log.ts'
import { handleErrors, rerouteUndecodableUrl } from './errors.ts'
import { openSite, servePages } from './pages.ts'

const PAGE = `<!doctype html><title>Masa</title>
<script type="module" crossorigin src="/static/app-1a2b.js"></script>
<link rel="stylesheet" crossorigin href="/static/app-3c4d.css">`
// The folder's own path contains `static`, like the folder of hashed names.
const clientFolder = path.join(mkdtempSync(path.join(os.tmpdir(), 'masa-pages-')), 'static', 'client')
const STAFF_PAGE = PAGE.replace('app-1a2b', 'staff-5e6f')
const PAGE_FILES = ['index.html', 'index.html.br', 'index.html.gz', 'staff.html', 'staff.html.br']
const PAGES = { index: PAGE, staff: STAFF_PAGE }
const pageOf = (name: string) => PAGES[name.split('.')[0] as keyof typeof PAGES]
const { log, logged } = recordingLog()
let app: FastifyInstance

beforeAll(async () => {
  for (const name of ['static', 'ssr']) mkdirSync(path.join(clientFolder, name), { recursive: true })
  for (const name of [...PAGE_FILES, 'icon.svg', 'sw.js', 'sw.js.br', 'static/app-1a2b.js', 'ssr/page.html'])
    writeFileSync(path.join(clientFolder, name), pageOf(name) ?? 'x'.repeat(100))
  const built = fastify({
    loggerInstance: log as Log,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_, request, reply) => rerouteUndecodableUrl(request, reply),
  })
  handleErrors(built)
  built.get('/api/things/:name', async () => ({}))
  const site = openSite(clientFolder)
  built.addHook('onRequest', (_, reply, done) => {
    reply.headers(site.headers)
    done()
  })
  await servePages(built, site)
  await built.listen({ port: 0, host: '127.0.0.1' })
  app = built
  // Simulates a new build that is published while the server runs.
  mkdirSync(path.join(`${clientFolder}-before`, 'static'), { recursive: true })
  for (const name of [...PAGE_FILES, 'sw.js', 'static/app-0a0b.js', 'static/app-0a0b.js.br'])
    writeFileSync(path.join(`${clientFolder}-before`, name), `before: ${name}`)
})

/** Requests a URL exactly as given; `fetch` would normalize it. */
function get(url: string, headers: IncomingHttpHeaders = {}) {
  const { port } = app.server.address() as AddressInfo
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port, path: url, headers }, async (response) => {
      let body = ''
      for await (const chunk of response) body += chunk
      resolve({ status: response.statusCode, headers: response.headers, body })
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
  '/staff.html',
  '/reserve/a/b',
  `/reserve/${'x'.repeat(300)}`,
  '/%2569ndex.html',
  '/ssr/page.html',
  '/ssr%2fpage.html',
  '/%2573sr/page.html',
  '/news.html',
  '/v1.2/menu',
])('the server responds to %s with the 404 page', async (url) => {
  const response = await get(url, { 'accept-encoding': 'br' })
  expect([response.status, response.body]).toEqual([404, PAGE])
  expect(response.headers['content-security-policy']).toContain("default-src 'self'")
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
])('the server responds to %s with 404 in JSON', async (url) => {
  const response = await get(url, { 'accept-language': 'ro' })
  expect([response.status, JSON.parse(response.body)]).toMatchObject([
    404,
    { message: 'Nu a fost găsit', code: 'not_found' },
  ])
  expect(response.headers['x-content-type-options']).toBe('nosniff')
  expect(response.headers['cache-control']).toBe('no-store')
})

it.each([
  ['range', 'bytes=500-600', 416],
  ['if-match', '"another"', 412],
])('the server responds without a body to an unsatisfiable header for a file, %s: %s', async (name, value, status) => {
  const response = await get('/icon.svg', { [name]: value })
  expect([response.status, response.body]).toEqual([status, ''])
})

it('browsers may cache hashed files for ever, other files for an hour, and the service worker not at all', async () => {
  const cacheControl = async (url: string, headers = {}) => (await get(url, headers)).headers['cache-control']
  expect(await cacheControl('/static/app-1a2b.js')).toContain('immutable')
  expect(await cacheControl('/icon.svg')).toBe('public, max-age=3600')
  expect([await cacheControl('/sw.js'), await cacheControl('/sw.js', { 'accept-encoding': 'br' })]).toEqual([
    'no-cache',
    'no-cache',
  ])
})

it('the policies of documents are not sent with the many files of the build, and the other headers are', async () => {
  const { status, headers } = await get('/static/app-1a2b.js')
  expect([status, headers['x-content-type-options']]).toEqual([200, 'nosniff'])
  expect(headers).not.toHaveProperty('content-security-policy')
  expect(headers).not.toHaveProperty('permissions-policy')
})

it('the server serves only hashed files of the previous build, for pages that are still open', async () => {
  const script = await get('/static/app-0a0b.js')
  expect([script.status, script.body]).toEqual([200, 'before: static/app-0a0b.js'])
  expect(script.headers['cache-control']).toContain('immutable')
  const compressed = await get('/static/app-0a0b.js', { 'accept-encoding': 'br' })
  expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'before: static/app-0a0b.js.br'])
  expect((await get('/menu')).body).toBe(PAGE)
  expect((await get('/index.html')).status).toBe(404)
  expect((await get('/sw.js')).body).toBe('x'.repeat(100))
})

it('pages may load workers only from the same origin', async () => {
  for (const url of ['/menu', '/sw.js'])
    expect((await get(url)).headers['content-security-policy']).toContain("worker-src 'self'")
})

it('none of these requests is logged as a failure', () => {
  expect(logged()).not.toContain('request failed')
})

it('a page has a Link header with its script and its style', async () => {
  const { headers } = await get('/menu')
  expect(headers.link).toBe(
    '</static/app-3c4d.css>; rel=preload; as=style; crossorigin, </static/app-1a2b.js>; rel=modulepreload',
  )
})

it.each(['/auth', '/dashboard', '/kitchen', '/floor'])(
  '%s has the page of staff, with its own Link header',
  async (url) => {
    const { status, body, headers } = await get(`${url}?tab=menu`)
    expect([status, body, headers['cache-control']]).toEqual([200, STAFF_PAGE, 'no-cache'])
    expect(headers.link).toContain('</static/staff-5e6f.js>; rel=modulepreload')
  },
)

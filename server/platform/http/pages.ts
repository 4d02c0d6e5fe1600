import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import path from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { STAFF_PAGES } from '#shared/domain/access.ts'
import { BUILD_HEADER, SHELL_PATH } from '#shared/domain/cached-responses.ts'
import { CODES_PAPER } from '#shared/domain/printing/print-kinds.ts'
import { AppError } from '../app-error.ts'
import { type PublishedResponse, sendPublished } from '../published-response.ts'
import { failsInJson, sendError } from './errors.ts'

/** The URLs of guests' pages. Those that are not staff's either respond with 404: a page, or JSON where no person looks. */
const GUEST_PAGES = ['/', '/menu', SHELL_PATH]
/** The folder of a build with what only the server reads. */
const SSR = 'ssr'
/** What is not sent as a file, in any spelling: pages, which have headers of their own, and what only the server reads. */
const NOT_A_FILE = /^((index|staff)\.html(\.|$)|ssr\/)/i

export interface Site {
  folder: string
  /** The page of guests, and that of staff. */
  page: Buffer | undefined
  staffPage: Buffer | undefined
  /** For server rendering: the page into which the first view is rendered, its file, and the file with the code. */
  ssr: { template: string; templateFile: string; code: string } | undefined
  /** Security headers for every response: what a page may load and use, and where it may be embedded. */
  headers: Record<string, string>
}

type PageHeaders = Record<string, string>

/** Renders the first view of a page for a request; undefined if it gets the page as it was built. */
export type RenderPage = (request: FastifyRequest) => Promise<PublishedResponse | undefined>

/**
 * Opens the built client.
 * @param folder the build; `<folder>-before` is the previous build, for pages that are still open. Without a folder
 *   only the API is served
 */
export function openSite(folder = ''): Site {
  const read = (file: string) => (folder && existsSync(file) ? readFileSync(file) : undefined)
  const page = read(path.join(folder, 'index.html'))
  const staffPage = read(path.join(folder, 'staff.html'))
  const templateFile = path.join(folder, SSR, 'page.html')
  const template = read(templateFile)?.toString()
  const ssr =
    template === undefined ? undefined : { template, templateFile, code: path.join(folder, SSR, 'page-renderer.js') }
  const headers = securityHeaders([page, staffPage, template].join(''))
  return { folder, page, staffPage, ssr, headers }
}

/** @param rendered the first view of pages, by URL @param onUnknown called for each unknown URL */
export async function servePages(
  app: FastifyInstance,
  { folder, page, staffPage, ssr }: Site,
  rendered: Record<string, RenderPage> = {},
  onUnknown = () => {},
): Promise<void> {
  const headersOf = (sent = page): PageHeaders => ({
    'cache-control': 'no-cache',
    ...preloadLinks(sent?.toString() ?? ''),
  })
  const [pageHeaders, staffHeaders] = [headersOf(), headersOf(staffPage)]
  const build = createHash('md5')
    .update(page ?? '')
    .digest('hex')
  const ssrHeaders = { ...preloadLinks(ssr?.template ?? ''), [BUILD_HEADER]: build }
  const sendPage = (reply: FastifyReply, status: number, sent = page, headers = pageHeaders) =>
    reply.code(status).headers(headers).type('text/html; charset=utf-8').send(sent)

  if (page) {
    const folders = [folder, `${folder}-before`]
    await app.register(files, {
      root: folders,
      // A new installation has no previous build; one may be added while the server runs.
      suppressWarning: true,
      index: false,
      preCompressed: true,
      // A route of the plugin, and its option `allowedPath`, would list the folders for each request.
      serve: false,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const name = nameIn(folders, file)
        reply.header('cache-control', cacheControlOf(name))
        if (isImmutable(name)) for (const header of FOR_DOCUMENTS) reply.removeHeader(header)
      },
    })
    app.get<{ Params: { '*': string } }>('/*', ({ params: { '*': name } }, reply) =>
      NOT_A_FILE.test(name) ? reply.callNotFound() : reply.sendFile(`/${name}`),
    )
    for (const url of STAFF_PAGES) app.get(url, (_, reply) => sendPage(reply, 200, staffPage, staffHeaders))
    for (const url of GUEST_PAGES)
      app.get(url, async (request, reply) => {
        const response = await rendered[url]?.(request)
        return response ? sendPublished(response, request, reply.headers(ssrHeaders)) : sendPage(reply, 200)
      })
    app.get('/order', (request, reply) => {
      const { table, key } = request.query as { table?: string; key?: string }
      const query = table === undefined ? '' : `?table=${encodeURIComponent(table)}`
      return reply.redirect(
        `/menu${query}${query === '' || key === undefined ? '' : `&key=${encodeURIComponent(key)}`}`,
      )
    })
  }

  app.setNotFoundHandler((request, reply) => {
    onUnknown()
    if (page && isForPeople(request)) return sendPage(reply, 404)
    // A file that is missing now may exist in a moment.
    reply.header('cache-control', 'no-store')
    return sendError(new AppError('not_found'), request, reply)
  })
}

/** A link gives access: its page is neither stored nor found, and its address is not passed on. */
export const HEADERS_OF_LINK = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

/** Headers that browsers obey only in documents and workers. With them, each of a page's many small files is 1 KB longer. */
const FOR_DOCUMENTS = ['content-security-policy', 'permissions-policy']

/** The name of a file within its build. */
function nameIn(folders: string[], file: string): string {
  return folders.map((folder) => path.relative(folder, file)).find((within) => !within.startsWith('..')) ?? ''
}

// Names under /static/ contain a hash of the content, so such a file never changes.
const isImmutable = (name: string) => name.startsWith(`static${path.sep}`)

/** How long a browser may cache a file of the build. */
function cacheControlOf(name: string): string {
  if (isImmutable(name)) return 'public, max-age=31536000, immutable'
  // A cached service worker would keep serving the pages of an older version.
  return /^sw\.js(\.|$)/.test(name) ? 'no-cache' : 'public, max-age=3600'
}

/** A `Link` header with the page's script and style: a slow phone requests them a tenth of a second sooner. */
function preloadLinks(page: string): PageHeaders {
  const code = [...page.matchAll(/<script type="module" crossorigin src="([^"]+)"/g)].map(
    ([, address]) => `<${address}>; rel=modulepreload`,
  )
  const style = [...page.matchAll(/<link rel="stylesheet" crossorigin href="([^"]+)"/g)].map(
    ([, address]) => `<${address}>; rel=preload; as=style; crossorigin`,
  )
  const links = [...style, ...code]
  return links.length > 0 ? { link: links.join(', ') } : {}
}

function isForPeople({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !failsInJson(url)
}

/** Headers of every response, computed once. None requires https, which a restaurant's own network lacks. */
function securityHeaders(page: string): Record<string, string> {
  const hashOf = (inline: string) => `'sha256-${createHash('sha256').update(inline).digest('base64')}'`
  const hashesOf = (element: RegExp) => [...new Set([...page.matchAll(element)].map(([, text = '']) => hashOf(text)))]
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet({
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...hashesOf(/<script>([\s\S]*?)<\/script>/g)],
        workerSrc: ["'self'"],
        // Scripts add rules to an empty style element, so this hash allows nothing beyond the scripts themselves.
        styleSrc: ["'self'", hashOf(CODES_PAPER), hashOf(''), ...hashesOf(/<style>([\s\S]*?)<\/style>/g)],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  })(request, response, (error) => {
    if (error) throw error
  })
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
  return { ...Object.fromEntries(headers), 'permissions-policy': UNUSED.map((feature) => `${feature}=()`).join(', ') }
}

/** Features that no page uses. Full screen, wake lock, sound and clipboard have the browsers' defaults. */
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

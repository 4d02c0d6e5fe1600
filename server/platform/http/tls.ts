import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer, type Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { FastifyServerFactory } from 'fastify'
import type { ErrorCode } from '#shared/contracts/errors.ts'
import { languageOfHeader } from '#shared/domain/language.ts'
import { AppError } from '../app-error.ts'
import { translator } from '../language.ts'
import type { Log } from '../log.ts'
import type { Hosts } from './addresses.ts'
import { malformedRequestHandler } from './errors.ts'

/** The paths of a certificate chain and of its key, both in PEM. */
export interface TlsFiles {
  cert: string
  key: string
}

/** An unusable certificate or key; the message names the setting to change. */
export class InvalidCertificate extends Error {}

interface Pair {
  cert: Buffer
  key: Buffer
}

/** Time limit for the first bytes and the TLS handshake of a connection, and for a whole connection without TLS. */
const PLAIN_TIMEOUT_MS = 10_000
/** The first byte of a TLS connection: the type of a handshake record. */
const HANDSHAKE_RECORD = 0x16

export interface TlsPort {
  /** Returns the factory of a server that answers https, and redirects plain http to https, on one port. */
  serve(hosts: Hosts, headers: Record<string, string>): FastifyServerFactory<Server>
  /** Loads the files if they have changed. An unusable pair is logged once, and the previous pair stays in use. */
  reload(): Promise<void>
  /** Closes every connection, including those that have not sent a request yet. */
  end(): void
}

/** Https without a proxy (docs/decisions/025-addresses-and-https.md). @throws InvalidCertificate */
export function openTls(files: TlsFiles, log: Log, plainTimeoutMs = PLAIN_TIMEOUT_MS): TlsPort {
  let loadedState = stateOf(files)
  let pair = readPair(files)
  let server: TlsServer | undefined
  const openSockets = new Set<Socket>()

  return {
    serve: (hosts, headers) => (handler, options) => {
      const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as unknown as ServerOptions
      server = createServer({ ...http, ...pair, handshakeTimeout: plainTimeoutMs }, handler)
      Object.assign(server, { keepAliveTimeout, requestTimeout })
      server.setTimeout(connectionTimeout)
      const plain = createPlainServer({ shouldUpgradeCallback: () => false }, (request, reply) =>
        redirectToHttps(request, reply, hosts, headers),
      )
      plain.on('clientError', malformedRequestHandler(headers))
      separatePlain(server, plain, openSockets, plainTimeoutMs)
      return server
    },

    async reload() {
      const state = stateOf(files)
      if (state === loadedState) return
      loadedState = state
      try {
        pair = readPair(files)
        server?.setSecureContext(pair)
        log.info('the certificate was read anew')
      } catch (error) {
        const reason = error instanceof InvalidCertificate ? error.message : 'TLS_CERT and TLS_KEY'
        log.error(`the changed certificate cannot be used, the one before stays: ${reason}`)
      }
    },

    end() {
      for (const socket of openSockets) socket.destroy()
    },
  }
}

/** The options that Fastify passes to a server factory. */
interface ServerOptions {
  http: object
  keepAliveTimeout: number
  requestTimeout: number
  connectionTimeout: number
}

/** To `plain`, if the first byte is not that of TLS. @param openSockets all open ones, kept by this function */
function separatePlain(server: TlsServer, plain: Server, openSockets: Set<Socket>, plainTimeoutMs: number): void {
  const tlsListeners = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const timeout = setTimeout(() => socket.destroy(), plainTimeoutMs)
    openSockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      openSockets.delete(socket)
      clearTimeout(timeout)
    })
    socket.once('data', (chunk: Buffer) => {
      socket.pause()
      socket.unshift(chunk)
      if (chunk[0] !== HANDSHAKE_RECORD) {
        plain.emit('connection', socket)
        socket.resume()
        return
      }
      // From now on the limits of the handshake and of requests apply.
      clearTimeout(timeout)
      for (const listener of tlsListeners) listener.call(server, socket)
    })
  })
}

/** Redirects GET and HEAD to https on the same host, and rejects every other request. */
function redirectToHttps(
  request: IncomingMessage,
  reply: ServerResponse,
  hosts: Hosts,
  headers: Record<string, string>,
): void {
  const { method, url = '' } = request
  const { host = '', 'accept-language': language } = request.headers
  const isKnown = hosts.isKnown(host)
  const isRead = method === 'GET' || method === 'HEAD'
  const allHeaders = { ...headers, 'cache-control': 'no-store', connection: 'close' }
  request.resume()
  if (isKnown && isRead) {
    reply.writeHead(308, { ...allHeaders, location: `https://${host}${url.startsWith('/') ? url : '/'}` }).end()
    return
  }
  const code: ErrorCode = isKnown ? 'https_needed' : 'unknown_host'
  reply.writeHead(new AppError(code).status, { ...allHeaders, 'content-type': 'application/json; charset=utf-8' })
  reply.end(JSON.stringify({ message: translator(languageOfHeader(language))(`errors.${code}`), code }))
}

/** @throws InvalidCertificate naming the setting to change */
function readPair(files: TlsFiles): Pair {
  const cert = readNamed('TLS_CERT', files.cert)
  const key = readNamed('TLS_KEY', files.key)
  const certificate = orInvalid(`TLS_CERT: ${files.cert} is no certificate in PEM`, () => new X509Certificate(cert))
  const secret = orInvalid(`TLS_KEY: ${files.key} is no key in PEM without a password`, () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(secret))
    throw new InvalidCertificate('TLS_CERT and TLS_KEY: the key is not the certificate’s')
  orInvalid('TLS_CERT and TLS_KEY: the certificate is too weak, or not for a server', () =>
    createSecureContext({ cert, key }),
  )
  return { cert, key }
}

function readNamed(name: string, file: string): Buffer {
  return orInvalid(`${name}: ${file} cannot be read`, () => readFileSync(file))
}

function orInvalid<Result>(message: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new InvalidCertificate(message, { cause: error })
  }
}

/** A text that changes when one of the files is written, replaced or removed. */
function stateOf({ cert, key }: TlsFiles): string {
  const states = [cert, key].map((file) => {
    const { mtimeMs, size, ino } = statSync(file, { throwIfNoEntry: false }) ?? {}
    return [mtimeMs, size, ino].join(' ')
  })
  return states.join('\n')
}

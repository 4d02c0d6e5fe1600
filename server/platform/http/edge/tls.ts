import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer, type Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { FastifyServerFactory } from 'fastify'
import type { ErrorCode } from '#shared/contracts/errors.ts'
import { languageOfHeader } from '#shared/domain/language.ts'
import { AppError } from '../../app-error.ts'
import { words } from '../../language.ts'
import type { Log } from '../../log.ts'
import { answerMalformed } from '../answers/errors.ts'
import type { Hosts } from './hosts.ts'

/** The paths of a certificate, with those that vouch for it, and of its key, both in PEM. */
export interface TlsFiles {
  cert: string
  key: string
}

/** A certificate and a key that cannot be used together; the message names the variable to change. */
export class BadPair extends Error {}

interface Pair {
  cert: Buffer
  key: Buffer
}

/** How long a connection may take to say that it wants https, and how long one without https may last in all. */
const UNSAFE_FOR_MS = 10_000
/** The first byte of a connection that wants TLS: the type of a handshake record. */
const HANDSHAKE = 0x16

export interface TlsPort {
  /** Makes the server: one port that speaks https and sends plain http there. */
  serve(hosts: Hosts, headers: Record<string, string>): FastifyServerFactory<Server>
  /** Reads the files again if they changed. An unusable pair is logged once, and the pair before it stays in use. */
  lookAgain(): Promise<void>
  /** Ends every connection, including those that have sent no request yet. */
  end(): void
}

/**
 * https without a proxy (docs/decisions/025-addresses-and-https.md).
 * @throws BadPair
 */
export function openTls(files: TlsFiles, log: Log, unsafeForMs = UNSAFE_FOR_MS): TlsPort {
  /** The state of the files that were last read. */
  let read = stateOf(files)
  let pair = readPair(files)
  let server: TlsServer | undefined
  const open = new Set<Socket>()

  return {
    serve: (hosts, headers) => (handler, options) => {
      const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as unknown as ServerOptions
      server = createServer({ ...http, ...pair, handshakeTimeout: unsafeForMs }, handler)
      Object.assign(server, { keepAliveTimeout, requestTimeout })
      server.setTimeout(connectionTimeout)
      const plain = createPlainServer({ shouldUpgradeCallback: () => false }, (request, reply) =>
        sendToHttps(request, reply, hosts, headers),
      )
      plain.on('clientError', answerMalformed(headers))
      divide(server, plain, open, unsafeForMs)
      return server
    },

    async lookAgain() {
      const state = stateOf(files)
      if (state === read) return
      read = state
      try {
        pair = readPair(files)
        server?.setSecureContext(pair)
        log.info('the certificate was read anew')
      } catch (error) {
        const why = error instanceof BadPair ? error.message : 'TLS_CERT and TLS_KEY'
        log.error(`the changed certificate cannot be used, the one before stays: ${why}`)
      }
    },

    end() {
      for (const socket of open) socket.destroy()
    },
  }
}

/** What Fastify gives to whoever makes its server. */
interface ServerOptions {
  http: object
  keepAliveTimeout: number
  requestTimeout: number
  connectionTimeout: number
}

/**
 * Looks at the first byte of each connection, and gives connections without TLS to another server.
 * @param open gets every connection until it is closed
 */
function divide(server: TlsServer, plain: Server, open: Set<Socket>, unsafeForMs: number): void {
  const secure = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const late = setTimeout(() => socket.destroy(), unsafeForMs)
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      open.delete(socket)
      clearTimeout(late)
    })
    socket.once('data', (chunk: Buffer) => {
      socket.pause()
      socket.unshift(chunk)
      if (chunk[0] !== HANDSHAKE) {
        plain.emit('connection', socket)
        socket.resume()
        return
      }
      // From here on the handshake has its own time limit, and after it each request.
      clearTimeout(late)
      for (const take of secure) take.call(server, socket)
    })
  })
}

/** Redirects GET and HEAD to https at the same host, and refuses every other request. */
function sendToHttps(
  request: IncomingMessage,
  reply: ServerResponse,
  hosts: Hosts,
  headers: Record<string, string>,
): void {
  const { method, url = '' } = request
  const { host = '', 'accept-language': language } = request.headers
  const isKnown = hosts.isKnown(host)
  const reads = method === 'GET' || method === 'HEAD'
  const all = { ...headers, 'cache-control': 'no-store', connection: 'close' }
  request.resume()
  if (isKnown && reads) {
    reply.writeHead(308, { ...all, location: `https://${host}${url.startsWith('/') ? url : '/'}` }).end()
    return
  }
  const code: ErrorCode = isKnown ? 'https_needed' : 'unknown_host'
  reply.writeHead(new AppError(code).status, { ...all, 'content-type': 'application/json; charset=utf-8' })
  reply.end(JSON.stringify({ message: words(languageOfHeader(language))(`errors.${code}`), code }))
}

/** @throws BadPair naming what to change */
function readPair(files: TlsFiles): Pair {
  const cert = readNamed('TLS_CERT', files.cert)
  const key = readNamed('TLS_KEY', files.key)
  const certificate = or(`TLS_CERT: ${files.cert} is no certificate in PEM`, () => new X509Certificate(cert))
  const secret = or(`TLS_KEY: ${files.key} is no key in PEM without a password`, () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(secret)) throw new BadPair('TLS_CERT and TLS_KEY: the key is not the certificate’s')
  or('TLS_CERT and TLS_KEY: the certificate is too weak, or not for a server', () => createSecureContext({ cert, key }))
  return { cert, key }
}

function readNamed(name: string, file: string): Buffer {
  return or(`${name}: ${file} cannot be read`, () => readFileSync(file))
}

function or<Result>(fault: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new BadPair(fault, { cause: error })
  }
}

/** A text that changes when a file is written, replaced or removed. */
function stateOf({ cert, key }: TlsFiles): string {
  const states = [cert, key].map((file) => {
    const { mtimeMs, size, ino } = statSync(file, { throwIfNoEntry: false }) ?? {}
    return [mtimeMs, size, ino].join(' ')
  })
  return states.join('\n')
}

import http from 'node:http'
import { connect, type Socket } from 'node:net'
import WebSocket from 'ws'
import type { SmallRestaurant } from '#server/testing/small-restaurant.ts'

/** The server under attack, as an anonymous person knows it. */
export interface Target {
  port: number
  stock: SmallRestaurant
  /** The attacker's IP address, which no guest has, so that limits per address affect no guest. */
  from: string
}

/** The address of the proxy that the server trusts: an attack with IPv6 addresses comes through it. */
export const PROXY = '127.0.7.1'

/** Sends a request as if it came from a /64 of one household's /56. */
export const fromHousehold = (i: number): Required<Pick<RequestOptions, 'from' | 'headers'>> => ({
  from: PROXY,
  headers: {
    'x-forwarded-for': `2001:db8:0:a${(i % 256).toString(16).padStart(2, '0')}::${(i % 65_536).toString(16)}`,
  },
})

export interface RequestOptions {
  method?: string
  body?: string | Buffer
  headers?: Record<string, string>
  /** The IP address that the request is sent from; the attacker's if absent. */
  from?: string
}

export interface ReceivedResponse {
  status: number
  body: string
  headers: http.IncomingHttpHeaders
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1000 })

/** Sends one request. Returns undefined if no complete response arrived. */
export function request(
  { port, ...target }: Target,
  path: string,
  options: RequestOptions = {},
): Promise<ReceivedResponse | undefined> {
  const { method = 'GET', body, headers, from = target.from } = options
  const json =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve) => {
    const sent = http.request(
      { host: '127.0.0.1', port, path, method, agent, localAddress: from, headers: { ...json, ...headers } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part) => {
          text += part
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }))
        response.on('error', () => resolve(undefined))
      },
    )
    sent.setTimeout(20_000, () => sent.destroy())
    sent.on('error', () => resolve(undefined))
    sent.end(body)
  })
}

/** Opens a socket on /ws. Returns undefined if the server rejected it. */
export function openSocket({ port, from }: Target, cookie = ''): Promise<WebSocket | undefined> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
    localAddress: from,
    perMessageDeflate: false,
    ...(cookie !== '' && { headers: { cookie } }),
  })
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket))
    socket.on('error', () => resolve(undefined))
    socket.once('close', () => resolve(undefined))
  })
}

/** Opens a plain TCP connection. */
export function openConnection({ port, from }: Target): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from }, () => resolve(socket))
    socket.on('error', () => resolve(undefined))
    socket.resume()
  })
}

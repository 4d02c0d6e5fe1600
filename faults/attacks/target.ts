import http from 'node:http'
import { connect, type Socket } from 'node:net'
import WebSocket from 'ws'
import type { Stock } from '#server/testing/small-restaurant.ts'

/** The server under attack, as an anonymous person knows it. */
export interface Target {
  port: number
  stock: Stock
  /** The attacker's IP address, which no guest has, so that limits per address affect no guest. */
  from: string
}

export interface Sending {
  method?: string
  body?: string | Buffer
  headers?: Record<string, string>
  /** The IP address it is sent from, if not the attacker's. */
  from?: string
}

export interface Answered {
  status: number
  body: string
  headers: http.IncomingHttpHeaders
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1000 })

/** Sends one request. Returns undefined if no complete response arrived. */
export function request(
  { port, ...target }: Target,
  path: string,
  sending: Sending = {},
): Promise<Answered | undefined> {
  const { method = 'GET', body, headers, from = target.from } = sending
  const json =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve) => {
    const sent = http.request(
      { host: '127.0.0.1', port, path, method, agent, localAddress: from, headers: { ...json, ...headers } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part) => {
          text += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text, headers: answer.headers }))
        answer.on('error', () => resolve(undefined))
      },
    )
    sent.setTimeout(20_000, () => sent.destroy())
    sent.on('error', () => resolve(undefined))
    sent.end(body)
  })
}

/** Opens a socket on /ws. Returns undefined if the server refused it. */
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

import http from 'node:http'
import { connect, type Socket } from 'node:net'
import WebSocket from 'ws'
import type { Stock } from '#server/testing/small-restaurant.ts'

/** The server under attack, as an anonymous person knows it. */
export interface Target {
  port: number
  stock: Stock
  /** The address that the person has: one that no guest has, so that limits for an address hit nobody else. */
  from: string
}

export interface Sending {
  method?: string
  body?: string | Buffer
  headers?: Record<string, string>
  /** The address it comes from, where it is another one than the attacker's. */
  from?: string
}

export interface Answered {
  status: number
  body: string
  headers: http.IncomingHttpHeaders
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1000 })

/** One request; undefined if no complete answer came. */
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

/** An open socket on /ws; undefined if the server refused it. */
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

/** A bare connection on which anything can be written. */
export function openConnection({ port, from }: Target): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from }, () => resolve(socket))
    socket.on('error', () => resolve(undefined))
    socket.resume()
  })
}

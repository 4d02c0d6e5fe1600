/** The baseline for shared tables: each message of a socket is forwarded to all sockets of its table, without rules. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { answerCalls } from '../calls.ts'

const calls = {
  listen: async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(server, 'listening')
    const tables = new Map<string, Set<WebSocket>>()
    server.on('connection', (socket, { url = '' }) => {
      const table = tables.get(url) ?? new Set()
      tables.set(url, table.add(socket))
      socket.on('close', () => table.delete(socket))
      socket.on('message', (data) => {
        for (const other of table) other.send(String(data))
      })
    })
    return (server.address() as AddressInfo).port
  },
}
export type FanOutCalls = typeof calls
answerCalls(calls)

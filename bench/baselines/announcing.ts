/** The baseline for the time from order to board: NOTIFY, LISTEN, and a bare socket that forwards each notification. */

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { answerCalls } from '../calls.ts'

const calls = {
  listen: async ({ url }: { url: string }) => {
    const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(sockets, 'listening')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    client.on('notification', ({ payload }) => {
      for (const socket of sockets.clients) socket.send(payload ?? '')
    })
    await client.query('listen bench')
    return (sockets.address() as AddressInfo).port
  },
}
export type AnnouncingCalls = typeof calls
answerCalls(calls)

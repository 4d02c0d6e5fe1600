/** The baseline for start-up and memory: the embedded PostgreSQL and a bare Fastify that queries it and has sockets. */
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { openEmbedded } from '#server/db/embedded/index.ts'
import { answerCalls } from '../calls.ts'

let closeAll = async () => {}

const calls = {
  open: async (dataDir: string) => {
    const database = await openEmbedded({ dataDir, log: () => {} })
    const pool = new pg.Pool({ connectionString: database.url }).on('error', () => {})
    const app = fastify()
    app.get('/api/menu', async () => (await pool.query('select 1 as menu')).rows)
    await pool.query('create table if not exists bench_orders (id bigserial primary key, placed jsonb not null)')
    app.post('/api/orders', async ({ body }, reply) => {
      await pool.query({ name: 'order', text: 'insert into bench_orders (placed) values ($1)', values: [body] })
      return reply.code(201).send(body)
    })
    const sockets = new WebSocketServer({ server: app.server, path: '/ws' })
    await app.listen({ port: 0, host: '127.0.0.1' })
    closeAll = async () => {
      for (const socket of sockets.clients) socket.terminate()
      await app.close()
      await pool.end()
      await database.close()
    }
    return (app.server.address() as AddressInfo).port
  },
  close: () => closeAll(),
}
export type StartCalls = typeof calls
answerCalls(calls)

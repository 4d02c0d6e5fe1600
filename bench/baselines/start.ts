/** The baseline for start-up and memory: the embedded PostgreSQL and a bare Fastify that queries it. */
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'
import { openEmbedded } from '#server/db/embedded/index.ts'
import { answerCalls } from '../calls.ts'

let closeAll = async () => {}

const calls = {
  open: async (dataDir: string) => {
    const database = await openEmbedded({ dataDir, log: () => {} })
    const pool = new pg.Pool({ connectionString: database.url }).on('error', () => {})
    const app = fastify()
    app.get('/api/menu', async () => (await pool.query('select 1 as menu')).rows)
    await app.listen({ port: 0, host: '127.0.0.1' })
    closeAll = async () => {
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

import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '#server/testing/databases.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import { type Attack, joinTable, orderBody, post } from './means.ts'
import { openSocket, request } from './target.ts'

export const SEATS_BEFORE_KEYS = 'seats at all tables, taken before table keys are required'
const NOTES = 'with a key that was sent to a seat'
const EVERY_MS = 50

export const seatAttacks = {
  [SEATS_BEFORE_KEYS]: async (target, isOver) => {
    const sit = async (_: number, i: number) => {
      const joined = await joinTable(target, i)
      const socket = joined && (await openSocket(target, joined.cookie))
      socket?.on('message', (data) => {
        const { type, payload } = JSON.parse(String(data)) as Extract<ServerFrame, { type: 'SESSION_INFO' }>
        if (type !== 'SESSION_INFO' || payload.tableKey === undefined) return
        // This browser sits nowhere.
        void request(target, '/api/orders', post(orderBody(target, { ...payload, notes: NOTES })))
      })
      // Each is answered with SESSION_INFO.
      for (; joined && socket && !isOver(); await sleep(EVERY_MS)) socket.send(joined.first)
      socket?.terminate()
    }
    await Promise.all(target.stock.tables.map(sit))
  },
} satisfies Record<string, Attack>

/**
 * Requires table keys once a phone sits at each table, however long that takes, and gives the seats time to use theirs.
 * @returns how many orders were placed with keys that the seats were sent
 */
export function countOrdersOfSeats(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const requireKeys = () =>
      client.query(`update settings set table_keys_required = true where not exists (
      select from tables where id not in (
        select table_id from shared_sessions s join session_participants p on p.session_id = s.id
        where s.status = 'active' and p.seen_at is not null))`)
    while ((await requireKeys()).rowCount === 0) await sleep(EVERY_MS)
    await sleep(10 * EVERY_MS)
    const { rowCount } = await client.query('select from orders where notes = $1', [NOTES])
    return rowCount ?? 0
  })
}

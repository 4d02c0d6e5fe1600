import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Announcement, listen } from '../platform/live/announcements.ts'
import type { Log } from '../platform/log.ts'
import type { TestServer } from './app.ts'
import { recordingLog } from './log.ts'
import { WAIT_OPTIONS } from './socket.ts'

/**
 * The announcements that `work` causes, in the order of its commits. Unlike the frames on a socket, they are complete,
 * immediate and not combined.
 */
export async function announcedBy({ connection }: TestServer, work: () => Promise<unknown>): Promise<Announcement[]> {
  const received: Announcement[] = []
  const { log } = recordingLog()
  const listening = await listen(
    connection.server,
    log as Log,
    (announcement) => received.push(announcement),
    () => {},
  )
  const end = randomUUID()
  await work()
  await connection.db.execute(sql`select pg_notify('masa', ${JSON.stringify({ topic: end })})`)
  await expect.poll(() => received.at(-1)?.topic, WAIT_OPTIONS).toBe(end)
  await listening.close()
  return received.slice(0, -1)
}

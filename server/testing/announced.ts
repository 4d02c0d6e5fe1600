import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Announcement, listen } from '../platform/live/announcements.ts'
import type { Log } from '../platform/log.ts'
import type { TestServer } from './app.ts'
import { recordingLog } from './log.ts'
import { PATIENCE } from './socket.ts'

/**
 * What some work announces, in the order of its commits: all of it, at once, and nothing that others announced before.
 * A socket hears of it later, and many changes as one.
 */
export async function announcedBy({ connection }: TestServer, work: () => Promise<unknown>): Promise<Announcement[]> {
  const heard: Announcement[] = []
  const { log } = recordingLog()
  const listening = await listen(
    connection.url,
    log as Log,
    (announcement) => heard.push(announcement),
    () => {},
  )
  const end = randomUUID()
  await work()
  await connection.db.execute(sql`select pg_notify('masa', ${JSON.stringify({ topic: end })})`)
  await expect.poll(() => heard.at(-1)?.topic, PATIENCE).toBe(end)
  await listening.close()
  return heard.slice(0, -1)
}

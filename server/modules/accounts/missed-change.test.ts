import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { testUsers } from '#server/testing/users.ts'

// Before the server is built: its timers run when a test says so.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterAll(() => {
  vi.useRealTimers()
})
const { server, create, signIn } = testUsers()

it('a change of duties and an ended session of which the server was not told close the sockets within 30 s', async () => {
  const url = await listenUrl(server.app)
  const openAs = async (username: string) => {
    await create({ username, password: 'parola1', duties: ['kitchen'] })
    return openTestSocket(url, { cookie: await signIn(username) })
  }
  const sockets = [await openAs('moved'), await openAs('gone'), await openAs('same')]
  const codes = () => sockets.map(({ closeCode }) => closeCode())
  const { db } = server.connection
  await db.execute(sql`update users set duties = '{floor}' where username = 'moved'`)
  await db.execute(sql`delete from sessions where user_id = (select id from users where username = 'gone')`)
  expect(codes()).toEqual([undefined, undefined, undefined])
  await vi.advanceTimersByTimeAsync(30_000)
  // Waiting would move the faked timers on.
  vi.useRealTimers()
  await vi.waitFor(() => expect(codes()).toEqual([1012, 4401, undefined]))
})

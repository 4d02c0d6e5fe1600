import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { testUsers } from '#server/testing/users.ts'

// Faked before the server is built, so that its timers run only when a test advances them.
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
  // `vi.waitFor` would advance the faked timers.
  vi.useRealTimers()
  await vi.waitFor(() => expect(codes()).toEqual([1012, 4401, undefined]))
})

import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { untilLockWaits } from '#server/testing/database.ts'
import { testUsers } from '#server/testing/users.ts'
import { lockOwnership } from './repo.ts'

const { server, setRole, remove, isSignedIn, createSignedIn, deleteOthers } = testUsers()

describe('the last owner', () => {
  let boss = 0
  beforeEach(async () => {
    boss = await deleteOthers()
  })

  it('can be neither removed nor made staff', async () => {
    await createSignedIn('staff', 'staff')
    for (const response of [await remove(boss), await setRole(boss, 'staff')]) {
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        { code: 'last_owner', message: 'The last owner cannot be removed or made staff' },
      ])
    }
    expect(await isSignedIn(server.owner)).toBe(true)
  })

  it('remains when two owners remove or demote each other concurrently: the second request fails', async () => {
    const changes = [
      (id: number, cookie: string) => remove(id, cookie),
      (id: number, cookie: string) => setRole(id, 'staff', cookie),
    ]
    for (const firstChange of changes) {
      for (const secondChange of changes) {
        await deleteOthers()
        const [one, two] = [await createSignedIn('one', 'owner'), await createSignedIn('two', 'owner')]
        await server.connection.db.execute(sql`update users set is_owner = false where username = 'boss'`)
        // Both requests are authorized before either is executed; the lock is granted in the order of the requests.
        const both = await inTransaction(server.connection.db, async (tx) => {
          await lockOwnership(tx)
          const first = firstChange(two.id, one.cookie)
          await untilLockWaits(server, 1)
          const second = secondChange(one.id, two.cookie)
          await untilLockWaits(server, 2)
          return [first, second] as const
        })
        const [first, second] = await Promise.all(both)
        expect([200, 204]).toContain(first.statusCode)
        expect([second.statusCode, second.json().code]).toEqual([409, 'last_owner'])
        const owners = await server.connection.db.execute(sql`select username from users where is_owner`)
        expect(owners.rows).toEqual([{ username: 'one' }])
        await server.connection.db.execute(sql`update users set is_owner = true where username = 'boss'`)
      }
    }
  })
})

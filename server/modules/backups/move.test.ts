import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { migrate } from '#server/db/index.ts'
import { secondInstance, takeaway, testServer } from '#server/testing/app.ts'
import { query } from '#server/testing/databases.ts'
import { listenUrl, WAIT_OPTIONS } from '#server/testing/phone.ts'
import { newTable, seat } from '#server/testing/users.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { allRows, backupsOf, migrationNames, newDatabase } from './fixtures/places.ts'
import { type MoveParts, moveRestaurant, reopenPlace } from './move.ts'
import { openBackupDatabase, openMoveSource } from './repo.ts'

const server = testServer()
const other = secondInstance(server)
const url = () => server.connection.url()
const from = () => ({ url: url(), name: '/srv/old' })

async function move(to: string, more: Partial<MoveParts> = {}) {
  const interrupted = new AbortController().signal
  return moveRestaurant({ from: from(), to: { url: to, name: '/srv/new' }, interrupted, onStep: () => {}, ...more })
}
/** Takes back a move that succeeded, so that the next test begins with a place like any other. */
async function reopenAfterwards() {
  await reopenPlace(from())
  await vi.waitFor(async () => expect((await order()).statusCode).toBe(201), WAIT_OPTIONS)
}
const order = (at: Pick<typeof server, 'call'> = server) => at.call('POST', '/api/orders', takeaway(server))
const sequencesIn = (database: string) =>
  query(database, 'select schemaname, sequencename, last_value from pg_sequences order by 1, 2')

beforeAll(async () => {
  for (let n = 0; n < 3; n++) await order()
  await query(
    url(),
    `insert into shared_sessions (id, table_id, created_at, updated_at, expires_at)
       values ('evening', ${server.table}, now(), now(), now() + interval '1 hour');
     insert into session_participants (id, session_id, guest_number, name, token_hash, created_at, updated_at)
       values ('one', 'evening', 1, 'Ana', 'x', now(), now());
     insert into shared_cart_items (session_id, participant_id, menu_item_id, quantity, created_at, updated_at)
       values ('evening', 'one', ${server.soup}, 3, now(), now());
     insert into whatsapp_messages (created_at) values (now());
     update whatsapp_queue set next_at = now() + interval '1 hour';
     update orders set tickets = '[{"id":1,"kind":"kitchen","claimedUntil":"2100-01-01T00:00:00Z"}]' where id = 1`,
  )
})

describe('a move', () => {
  it('moves every row and sequence, sign-ins, carts and waiting messages too, and leaves the old place closed', async () => {
    const to = await newDatabase()
    const before = { rows: await allRows(url()), sequences: await sequencesIn(url()) }
    const moved = await move(to)
    onTestFinished(reopenAfterwards)
    expect(moved?.rows).toBe(Object.values(before.rows).flat().length)
    expect(before.rows.sessions?.length).toBeGreaterThan(0)
    expect(await allRows(to)).toEqual(before.rows)
    const isOurs = ({ schemaname }: { schemaname?: string }) => schemaname === 'public'
    expect((await sequencesIn(to)).filter(isOurs)).toEqual(before.sequences.filter(isOurs))
    expect(await migrationNames(to)).toEqual(await migrationNames(url()))

    await migrate(to)
    await expect(migrate(url())).rejects.toThrow(
      'The restaurant was moved from here to /srv/new. Start Masa there. To go on here instead: npm run move -- --reopen',
    )
    await expect(query(url(), 'delete from orders')).rejects.toMatchObject({ code: 'MOVED' })
    await expect((await backupsOf(server)).make()).rejects.toThrow('was moved from here to /srv/new')
    for (const instance of [server, other]) {
      const refused = await order(instance)
      expect(refused.statusCode).toBe(503)
      expect(refused.headers['retry-after']).toBe('10')
      expect(refused.json()).toMatchObject({ code: 'moving' })
      expect((await instance.asOwner('GET', '/api/orders')).statusCode).toBe(200)
    }
    const facts = (await server.asOwner('GET', '/api/before-service')).json()
    expect(facts.place).toEqual({ phase: 'moved', to: '/srv/new' })
  })

  it('refuses writes on every instance from the snapshot on, and answers reads', async () => {
    const { source } = await frozen()
    onTestFinished(async () => {
      await source.close()
      await vi.waitFor(async () => expect((await order()).statusCode).toBe(201), WAIT_OPTIONS)
    })
    for (const instance of [server, other]) {
      const began = performance.now()
      const refused = await order(instance)
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10'])
      // At once, and not after waiting for the locks.
      expect(performance.now() - began).toBeLessThan(4_000)
      expect((await instance.call('GET', '/api/menu')).statusCode).toBe(200)
    }
    // The use of a session is written once in a while: not now.
    server.clock.set(new Date(Date.now() + 2 * 24 * 3_600_000))
    onTestFinished(() => server.clock.set(new Date()))
    const board = await server.asOwner('GET', '/api/orders')
    expect([board.statusCode, board.headers['set-cookie']]).toEqual([200, undefined])
    expect(await placeOf()).toEqual({ phase: 'moving' })
  })

  it('drops the sockets of phones that change a cart, so that they send the change again to the new place', async () => {
    const table = await newTable(server)
    const [ana] = await seat(await listenUrl(server.app), table.id, ['Ana'])
    const { source } = await frozen()
    onTestFinished(() => source.close())
    const closed = once(ana.socket ?? new EventEmitter(), 'close')
    ana.add(server.soup)
    expect((await closed)[0]).toBe(1012)
  })

  it('loses no order that was confirmed while it begins, and none is written twice', async () => {
    const to = await newDatabase()
    const confirmed: number[] = []
    const statuses = new Set<number>()
    let isOver = false
    const guests = Array.from({ length: 6 }, async (_, i) => {
      while (!isOver) {
        const placed = await order(i % 2 ? other : server)
        statuses.add(placed.statusCode)
        if (placed.statusCode === 201) confirmed.push(placed.json<PlacedOrder>().id)
        else await sleep(20)
      }
    })
    // An instance that still rests from the test before answers 503.
    while (confirmed.length < 20) await sleep(20)
    await move(to)
    isOver = true
    await Promise.all(guests)
    onTestFinished(reopenAfterwards)
    const ids = async (database: string) =>
      (await query<{ id: number }>(database, 'select id::int from orders order by id')).map(({ id }) => id)
    const stored = await ids(to)
    expect(confirmed.length).toBeGreaterThan(0)
    expect(confirmed.filter((id) => !stored.includes(id))).toEqual([])
    expect(await ids(url())).toEqual(stored)
    expect([...statuses].sort()).toEqual([201, 503])
  })

  it('holds back any other write until the old place is marked, and refuses it then', async () => {
    const { source } = await frozen()
    let outcome: unknown
    const writing = query(url(), 'insert into erasures (key) values (gen_random_uuid())').then(
      () => 'written',
      (error: { code: string }) => error.code,
    )
    void writing.then((result) => {
      outcome = result
    })
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await vi.waitFor(async () => expect(await query(url(), waiting)).toHaveLength(1), WAIT_OPTIONS)
    expect(outcome).toBeUndefined()
    await source.mark({ phase: 'moved', place: "it's elsewhere", moveKey: 'key' })
    await source.close()
    expect(await writing).toBe('MOVED')
    await reopenAfterwards()
  })

  it('waits for the outcome of a message that is being sent, so that it is not sent twice', async () => {
    await query(url(), "update whatsapp_queue set leased_until = now() + interval '20 seconds'")
    const to = await newDatabase()
    const moving = move(to)
    await vi.waitFor(async () => expect(await placeOf()).toEqual({ phase: 'moving' }), WAIT_OPTIONS)
    await sleep(700)
    // The instance that sends it can still write the outcome.
    await query(url(), 'update whatsapp_queue set leased_until = null, failures = 3')
    await moving
    onTestFinished(reopenAfterwards)
    expect(await query(to, 'select failures, leased_until from whatsapp_queue')).toEqual([
      { failures: 3, leased_until: null },
    ])
  })
})

describe('a move is refused, and changes nothing,', () => {
  const refusals: [string, RegExp, (to: string) => Promise<(() => Promise<unknown>) | undefined>][] = [
    [
      'into a place with a restaurant',
      /\/srv\/new is not empty\..* Nothing was changed\./,
      async (to) => void (await query(to, 'create table mine (id int)')),
    ],
    [
      'while another program uses the new place',
      /Another program is connected to \/srv\/new/,
      async (to) => (await openBackupDatabase(to)).close,
    ],
    [
      'while another move is running',
      /Another move of \/srv\/old is running/,
      async () => (await frozen()).source.close,
    ],
    [
      'while a backup is being made',
      /A backup of \/srv\/old is being made/,
      async () => {
        const database = await openBackupDatabase(url())
        await database.takeLease()
        return database.close
      },
    ],
  ]
  it.each(refusals)('%s', async (what, message, prepare) => {
    const isMigrated = what.includes('another program')
    const to = await newDatabase(isMigrated)
    const release = await prepare(to)
    onTestFinished(async () => void (await release?.()))
    const before = await allRows(to)
    await expect(move(to)).rejects.toThrow(message)
    expect(await allRows(to)).toEqual(before)
  })

  it('into itself', async () => {
    await expect(move(url())).rejects.toThrow('/srv/new is not empty')
    await vi.waitFor(async () => expect((await order()).statusCode).toBe(201), WAIT_OPTIONS)
  })

  it('and so is a backup while it runs', async () => {
    const { source } = await frozen()
    onTestFinished(() => source.close())
    await expect((await backupsOf(server)).make()).rejects.toMatchObject({ code: 'backup_running' })
  })
})

describe('a move that is cut off', () => {
  it.each([
    ['before the rows are there', 'frozen'],
    ['before the old place is marked', 'copied'],
  ] as const)('%s leaves the old place open, and the new one counts as empty', async (_, step) => {
    const to = await newDatabase()
    const interrupting = new AbortController()
    const cutOff = move(to, {
      interrupted: interrupting.signal,
      onStep: (reached) => reached === step && interrupting.abort(),
    })
    await expect(cutOff).rejects.toThrow(
      'The move was interrupted. Nothing was moved, and the old place takes orders again.',
    )
    await vi.waitFor(async () => expect((await order()).statusCode).toBe(201), WAIT_OPTIONS)
    if (step === 'copied')
      await expect(migrate(to)).rejects.toThrow('The restaurant was being moved here from /srv/old')
    await move(to)
    await reopenAfterwards()
  })

  it('after the old place was marked is ended by the same command', async () => {
    const to = await newDatabase()
    await move(to)
    onTestFinished(reopenAfterwards)
    // As it is before the last step.
    await query(to, `insert into move_state (phase, place, move_key) values ('arriving', '/srv/old', 'cut off')`)
    await expect(migrate(to)).rejects.toThrow('Repeat it there')
    await expect(move(to)).rejects.toThrow('was moved from here to /srv/new')
    const [key] = await query<{ key: string }>(url(), 'select move_key as key from move_state')
    await query(to, `update move_state set move_key = '${key?.key}'`)
    expect(await move(to)).toBeUndefined()
    await migrate(to)
  })

  it('because the new place is lost leaves the old one open', async () => {
    const to = await newDatabase()
    const lost = move(to, {
      onStep: (step) =>
        step === 'frozen' &&
        void query(
          to,
          `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
        ),
    })
    await expect(lost).rejects.toMatchObject({ end: 'to', mayBeMarked: false })
    await vi.waitFor(async () => expect((await order()).statusCode).toBe(201), WAIT_OPTIONS)
  })
})

it('a place that was not moved cannot be reopened', async () => {
  await expect(reopenPlace(from())).rejects.toThrow('/srv/old was not moved away. Nothing was changed.')
})

const placeOf = async () => (await server.asOwner('GET', '/api/before-service')).json<{ place: unknown }>().place

/** The old place as it is while its rows are copied. */
async function frozen() {
  const source = await openMoveSource(url())
  expect(await source.lock()).toBeUndefined()
  expect(await source.freeze()).toBe(true)
  return { source }
}

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { query } from '#server/testing/databases.ts'
import { recordingLog } from '#server/testing/log.ts'
import { openPair, type PostgresPair, untilRow } from '#server/testing/pair.ts'
import { onEmbedded } from '#server/testing/storage.ts'
import { type Connection, connect } from '../connect.ts'
import { failureKind } from '../transaction.ts'
import { choosePrimary, followPrimary, type ServerAnswer, type ServerState } from './follow.ts'

describe('follow', () => {
  // In this order: each test begins with the servers as the one before has left them.
  describe.runIf(onEmbedded)('following the primary of two servers', () => {
    let pair: PostgresPair
    let connection: Connection
    const { log, logged } = recordingLog()

    beforeAll(async () => {
      pair = await openPair({ isSynchronous: false })
      connection = connect(followPrimary(pair.databaseUrl, log), () => {})
    })
    afterAll(async () => {
      await connection.close()
      await pair.close()
    })

    const portInUse = async () => {
      const { rows } = await connection.db.execute<{ port: string }>("select current_setting('port') as port")
      return Number(rows[0]?.port)
    }

    it('uses the one that takes writes, and warns that it waits for no standby', async () => {
      expect(await portInUse()).toBe(pair.primary.port)
      expect(logged()).toContain('it waits for no standby')
      expect(logged()).not.toContain(new URL(pair.primary.url).password)
    })

    it('keeps its other connections when one is lost and the server is the same', async () => {
      const pids = async (db: Connection['db']) => (await db.execute('select pg_backend_pid() as pid')).rows
      const before = await pids(connection.live)
      await connection.db.execute('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
      expect(await portInUse()).toBe(pair.primary.port)
      expect(await pids(connection.live)).toEqual(before)
    })

    it('refuses to use a standby alone', async () => {
      const alone = connect(followPrimary(pair.standby.url, log), () => {})
      const error: unknown = await alone.db.execute('select 1').catch((cause: unknown) => cause)
      expect(failureKind(error)).toBe('unavailable')
      expect(String((error as Error).cause)).toContain('it is a standby, which takes no writes')
      await alone.close()
    })

    it('uses the standby once it is promoted', async () => {
      await connection.db.execute('create table kept (id int)')
      const inserted = await query(pair.primary.url, 'select pg_current_wal_lsn()::text as lsn')
      await untilRow(
        pair.standby.url,
        `select pg_last_wal_replay_lsn() >= '${inserted[0]?.lsn}' as done`,
        ({ done }) => done === true,
      )
      await pair.primary.kill()
      expect(failureKind(await connection.db.execute('select 1').catch((error: unknown) => error))).toBe('unavailable')
      await pair.promote()
      await vi.waitFor(async () => expect(await portInUse()).toBe(pair.standby.port), { timeout: 30_000 })
      await connection.db.execute('insert into kept values (1)')
    })

    it('refuses the old primary, though it takes writes again', async () => {
      await pair.primary.start()
      await query(
        pair.standby.url,
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = 'masa'",
      )
      await vi.waitFor(async () => expect(await portInUse()).toBe(pair.standby.port), { timeout: 30_000 })
      const alone = connect(followPrimary(pair.primary.url, log), () => {})
      // A process that has seen nothing of the other server cannot know.
      expect((await alone.db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
      await alone.close()
      await pair.standby.kill()
      const error: unknown = await vi.waitFor(
        async () => {
          const failure: unknown = await connection.db.execute('select 1').catch((cause: unknown) => cause)
          expect(String((failure as Error).cause)).toContain('it is on timeline 1, which timeline 2 has replaced')
          return failure
        },
        { timeout: 30_000 },
      )
      expect(failureKind(error)).toBe('unavailable')
    })
  })
})

describe('choose', () => {
  const answer = (name: string, state: Partial<ServerState> = {}): ServerAnswer => ({
    name,
    state: {
      isStandby: false,
      isReadOnly: false,
      cluster: 'ours',
      timeline: 1,
      started: '',
      isSynchronous: true,
      ...state,
    },
  })
  const dead = (name: string): ServerAnswer => ({ name, error: 'connect ECONNREFUSED' })

  it('choosePrimary takes the server that takes writes, and says why the others do not', () => {
    const answers = [
      dead('a:1'),
      answer('b:1', { isStandby: true }),
      answer('c:1', { isReadOnly: true }),
      answer('d:1'),
    ]
    const { index, reasons } = choosePrimary(answers, undefined)
    expect(index).toBe(3)
    expect(reasons).toEqual([
      'a:1: connect ECONNREFUSED',
      'b:1: it is a standby, which takes no writes',
      'c:1: it takes no writes (default_transaction_read_only is on)',
    ])
  })

  it('choosePrimary takes the newest timeline of several that take writes', () => {
    const { index, newest, reasons } = choosePrimary([answer('a:1'), answer('b:1', { timeline: 2 })], undefined)
    expect([index, newest]).toEqual([1, { cluster: 'ours', timeline: 2 }])
    expect(reasons).toEqual(['a:1: it is on timeline 1, which timeline 2 has replaced'])
  })

  it('choosePrimary refuses a timeline older than one that was seen, or that a standby follows', () => {
    const seen = { cluster: 'ours', timeline: 2 }
    expect(choosePrimary([answer('a:1'), dead('b:1')], seen).index).toBe(-1)
    expect(choosePrimary([answer('a:1'), answer('c:1', { isStandby: true, timeline: 2 })], undefined).index).toBe(-1)
    expect(choosePrimary([answer('a:1', { timeline: 3 })], seen)).toMatchObject({ index: 0, newest: { timeline: 3 } })
  })

  it('choosePrimary refuses another database, and chooses none if it cannot know which is meant', () => {
    const other = answer('b:1', { cluster: 'other', timeline: 9 })
    expect(choosePrimary([answer('a:1'), other], undefined).index).toBe(-1)
    const later = choosePrimary([dead('a:1'), other], { cluster: 'ours', timeline: 1 })
    expect([later.index, later.newest?.timeline]).toEqual([-1, 1])
    expect(later.reasons[1]).toContain('another database')
  })

  it('choosePrimary remembers what it has seen when no server answers', () => {
    expect(choosePrimary([dead('a:1')], undefined).newest).toBeUndefined()
    expect(choosePrimary([dead('a:1')], { cluster: 'ours', timeline: 4 }).newest).toEqual({
      cluster: 'ours',
      timeline: 4,
    })
  })
})

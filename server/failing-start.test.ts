import { describe, expect, it } from 'vitest'
import { call } from './testing/call.ts'
import { query } from './testing/databases.ts'
import { ExitedEarly } from './testing/process.ts'
import { FIRST_OWNER, servers } from './testing/servers.ts'
import { onEmbedded } from './testing/storage.ts'

describe.concurrent('a failing start', () => {
  it('names every invalid variable', async (test) => {
    const { start } = servers(test)
    const invalidVariables = {
      PORT: 'abc',
      TIMEZONE: 'Europe/Atlantis',
      PUBLIC_URL: 'masa.ro',
      GUEST_WRITES_PER_MINUTE: '-1',
    }
    const failure = await start({ ...invalidVariables, DATA_DIR: '/nowhere' }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ExitedEarly)
    expect((failure as ExitedEarly).code).toBe(1)
    for (const name of Object.keys(invalidVariables)) expect((failure as ExitedEarly).output).toContain(`${name}=`)
  })

  it.for<[string, string]>([
    ['unreachable', 'postgres://masa:secret@localhost:1/masa'],
    ['unknown', 'postgres://masa:secret@nowhere.invalid/masa'],
  ])('names a DATABASE_URL that is %s, without its password', async ([, DATABASE_URL = ''], test) => {
    const { start } = servers(test)
    const failure = (await start({ DATABASE_URL }).catch((error: unknown) => error)) as ExitedEarly
    expect(failure.code).toBe(1)
    expect(failure.output).toMatch(/Masa cannot start.\nDATABASE_URL cannot be reached: .*(ECONNREFUSED|nowhere)/)
    expect(failure.output).not.toContain('secret')
  })

  it('names the folder of a database of a newer version', async (test) => {
    const { start, newServerStorage } = servers(test)
    const storage = await newServerStorage()
    const first = await start(storage.env)
    await query(
      storage.url(),
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)",
    )
    await first.end('SIGTERM')
    const failure = (await start(storage.env).catch((error: unknown) => error)) as ExitedEarly
    expect(failure.code).toBe(1)
    expect(failure.output).toContain(
      onEmbedded ? `The database in ${storage.env.DATA_DIR} cannot` : 'DATABASE_URL cannot',
    )
    expect(failure.output).toContain('A newer version of Masa')
  })

  it('names an OWNER_USERNAME that belongs to a user who is not an owner', async (test) => {
    const { start, newServerStorage } = servers(test)
    const storage = await newServerStorage()
    const first = await start({ ...storage.env, OWNER_USERNAME: '', OWNER_PASSWORD: '' })
    const account = { username: FIRST_OWNER.OWNER_USERNAME, password: 'another-one' }
    expect((await call(first.url, 'POST', '/api/register', account)).status).toBe(201)
    await first.end('SIGTERM')
    const failure = (await start(storage.env).catch((error: unknown) => error)) as ExitedEarly
    expect(failure.output).toMatch(/Masa cannot start.\nOWNER_USERNAME=boss: /)
  })

  it('names a port that is in use', async (test) => {
    const { start, newServerStorage } = servers(test)
    const first = await start((await newServerStorage()).env)
    const failure = await start({ ...(await newServerStorage()).env, PORT: String(first.port) }).catch(
      (error: unknown) => error,
    )
    expect((failure as ExitedEarly).output).toContain(`PORT=${first.port} is in use`)
  })

  it('waits for a database that restarts meanwhile', async (test) => {
    const { start, newServerStorage } = servers(test)
    const storage = await newServerStorage()
    const first = await start(storage.env)
    await query(storage.url(), CUT_ONCE)
    await first.end('SIGTERM')
    const second = await start({ ...storage.env, OWNER_USERNAME: '', OWNER_PASSWORD: '' })
    expect((await call(second.url, 'GET', '/api/setup')).body).toMatchObject({ needsOwner: false })
    expect(await query(storage.url(), 'select last_value::int from reads_of_users')).not.toEqual([{ last_value: 1 }])
  })
})

// The first read of the table fails as on a connection that PostgreSQL ends.
const CUT_ONCE = `
  create sequence reads_of_users;
  create function is_readable() returns boolean language plpgsql as $$ begin
    if nextval('reads_of_users') = 1 then
      raise exception 'terminating connection due to administrator command' using errcode = '57P01';
    end if;
    return true;
  end $$;
  alter table users rename to users_kept;
  create view users as select * from users_kept where is_readable()`

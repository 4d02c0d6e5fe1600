import { expect, it, type TestContext } from 'vitest'
import { openEmbedded } from '#server/db/embedded/index.ts'
import { migrate } from '#server/db/index.ts'
import { takeawayOf } from '#server/testing/call.ts'
import { Phone } from '#server/testing/phone.ts'
import { ExitedEarly, type RunningServer, runCommand, startProcess } from '#server/testing/process.ts'
import { seedSmallRestaurant } from '#server/testing/small-restaurant.ts'
import { migratedStorage, newStorage, onEmbedded, type ServerStorage } from '#server/testing/storage.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { allRows, newDatabase } from './fixtures/places.ts'

const OWNER = { username: 'boss', password: 'secret-boss' }
const ENV = {
  ...{ PORT: '0', LOG_LEVEL: 'fatal', GUEST_WRITES_PER_MINUTE: '0' },
  ...{ OWNER_USERNAME: OWNER.username, OWNER_PASSWORD: OWNER.password },
}
const passwordIn = (url: string) => new URL(url).password || 'no password'

/** A restaurant that serves, with an owner's browser and a guest's phone. */
async function evening({ onTestFinished }: TestContext) {
  const storage: ServerStorage = await migratedStorage()
  onTestFinished(() => storage.remove(), 60_000)
  const running: RunningServer[] = []
  onTestFinished(async () => void (await Promise.all(running.map((server) => server.end('SIGKILL')))), 60_000)
  const start = async (env: Record<string, string>) => {
    const server = await startProcess({ ...ENV, ...env })
    running.push(server)
    return server
  }
  const server = await start(storage.env)
  const { dishes, tables } = await seedSmallRestaurant(storage.url())
  const board = new Phone(server.url)
  expect((await board.call('POST', '/api/login', OWNER)).status).toBe(200)
  const order = (at: Phone) => at.call('POST', '/api/orders', takeawayOf(dishes[0]))
  /** The same browser on the address of a server that was started anew. */
  const again = (phone: Phone, { url }: RunningServer) =>
    Object.assign(new Phone(url), { cookie: phone.cookie, joined: phone.joined })
  return { storage, server, start, board, order, again, dish: dishes[0]?.id ?? 0, table: tables[0] ?? 0 }
}

it('a serving restaurant is moved to a PostgreSQL server, and a stopped one back to a folder', async (test) => {
  const { storage, server, start, board, order, again, dish, table } = await evening(test)
  const ana = new Phone(server.url)
  await ana.join(table, 'Ana')
  await ana.enter()
  ana.add(dish, 2, 1)
  await ana.waitForCart({ [dish]: 2 })
  const placed = await order(ana)
  const lastId = (placed.body as PlacedOrder).id

  const to = await newDatabase()
  const moved = await runCommand('move', storage.env, '--to', to).ended
  expect(moved).toEqual({ code: 0, output: expect.stringMatching(/was moved to postgres:\/\/.*, all compared/) })
  for (const secret of [passwordIn(to), passwordIn(storage.url())]) expect(moved.output).not.toContain(secret)
  const { move_state: mark, ...before } = await allRows(storage.url())
  expect(mark).toHaveLength(1)
  expect(await allRows(to)).toEqual({ ...before, move_state: [] })

  // The old place still answers reads, and refuses the rest.
  expect((await order(ana)).status).toBe(503)
  expect((await board.call('GET', '/api/orders')).status).toBe(200)
  const examined = await runCommand('doctor', { ...storage.env, PORT: '0' }).ended
  expect(examined.output).toMatch(/error +database .* was moved from here to postgres:/)
  const password = await runCommand('owner-password', storage.env, OWNER.username).ended
  expect(password).toEqual({ code: 1, output: expect.stringContaining('was moved from here to postgres://') })
  const backup = await runCommand('backup', storage.env).ended
  expect(backup).toEqual({ code: 1, output: expect.stringContaining('was moved from here to postgres://') })
  expect(backup.output).not.toContain(passwordIn(to))
  await server.end('SIGTERM')
  const refused = await start(storage.env).catch((error: unknown) => error as ExitedEarly)
  expect(refused).toBeInstanceOf(ExitedEarly)
  expect((refused as ExitedEarly).output).toContain('The restaurant was moved from here to postgres://')

  // On the same address, the board and the phone come back by themselves.
  const onServer = await start({ ...storage.env, DATABASE_URL: to, PORT: String(server.port) })
  expect((await board.call('GET', '/api/orders')).body).toMatchObject([{ id: lastId }])
  await ana.enter()
  await ana.waitForCart({ [dish]: 2 })
  ana.add(dish, 1, 2)
  await ana.waitForCart({ [dish]: 3 })
  expect((await order(ana)).body).toMatchObject({ id: lastId + 1 })
  await onServer.end('SIGTERM')

  const newPlace = await newStorage()
  test.onTestFinished(() => newPlace.remove(), 60_000)
  const folder = newPlace.env.DATA_DIR
  const back = await runCommand('move', { ...storage.env, DATABASE_URL: to }, '--to', folder).ended
  expect(back).toEqual({ code: 0, output: expect.stringContaining(`The restaurant was moved to ${folder}`) })
  const opened = await openEmbedded({ dataDir: folder, log: () => {} })
  const inFolder = await allRows(opened.url)
  await opened.close()
  expect(inFolder).toEqual({ ...(await allRows(to)), move_state: [] })
  const onFolder = await start({ DATA_DIR: folder, BACKUP_DIR: `${folder}-backups` })
  const cart = again(ana, onFolder)
  await cart.enter()
  await cart.waitForCart({ [dish]: 3 })
  expect((await again(board, onFolder).call('GET', '/api/user')).body).toMatchObject({ username: OWNER.username })
  await onFolder.end('SIGTERM')

  const reopened = await runCommand('move', { ...storage.env, DATABASE_URL: to }, '--reopen').ended
  expect(reopened).toEqual({
    code: 0,
    output: expect.stringContaining(`What was entered in ${folder} since is not here`),
  })
  expect((await order(again(ana, await start({ ...storage.env, DATABASE_URL: to })))).status).toBe(201)
})

it('a move that cannot be made says why, and prints no password', async ({ onTestFinished }) => {
  const storage = await migratedStorage()
  onTestFinished(() => storage.remove())
  if (!onEmbedded) await migrate(storage.url())
  const refused = async (message: string | RegExp, ...args: string[]) => {
    const { code, output } = await runCommand('move', storage.env, ...args).ended
    expect([code, output]).toEqual([1, expect.stringMatching(message)])
    expect(output).not.toContain('s3cret')
  }
  await refused(/npm run move -- --to/)
  await refused(/npm run move -- --to/, '--to', '')
  await refused(/npm run move -- --to/, '--reopen', '--to', 'elsewhere')
  await refused(/npm run move -- --to/, '--to', 'mysql://user:s3cret@host/masa')
  await refused(/after --to cannot be read/, '--to', 'postgres://user:s3cret@/a/b:x@host:port/masa')
  await refused(
    /postgres:\/\/127\.0\.0\.1:9\/masa cannot be reached/,
    '--to',
    'postgres://user:s3cret@127.0.0.1:9/masa',
  )
  await refused(/was not moved away\. Nothing was changed\./, '--reopen')
  if (onEmbedded) await refused(/is where the restaurant is now/, '--to', storage.env.DATA_DIR)
  const nothing = await newStorage()
  onTestFinished(() => nothing.remove())
  if (onEmbedded)
    expect(await runCommand('move', nothing.env, '--to', 'x').ended).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is no restaurant in'),
    })
})

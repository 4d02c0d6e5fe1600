import { setTimeout as sleep } from 'node:timers/promises'
import { openTemporary } from '#server/db/embedded/temporary.ts'
import { createDatabase } from '#server/testing/databases.ts'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import { seedSmallRestaurant } from '#server/testing/small-restaurant.ts'
import { migratedStorage, newStorage, type ServerStorage } from '#server/testing/storage.ts'
import type { CarriedLine } from '../client/features/shared-sessions/engine/carry-over.ts'
import { assertRunning, BLOWS, type Blow, strike } from './blows.ts'
import { postAs } from './call.ts'
import { STORM_OWNER, signInRepeatedly } from './owner.ts'
import { seeded } from './random.ts'
import { differences, faultsOfOrders, miscounted } from './table-books.ts'
import { dine } from './table-guest.ts'
import { TablePhone } from './table-phone.ts'

const NAMES = ['Ana', 'Dan', 'Eva', 'Ion', 'Mia', 'Vlad']
const ENV = {
  PORT: '0',
  GUEST_WRITES_PER_MINUTE: '0',
  LOG_LEVEL: 'fatal',
  OWNER_USERNAME: STORM_OWNER.username,
  OWNER_PASSWORD: STORM_OWNER.password,
}
/** Timeout of each wait; even a busy machine is far below it. */
const PATIENCE_MS = 90_000

export interface TableStorm {
  /** Decides who does what and what is killed. The timing still differs from run to run. */
  seed: number
  /** Number of servers. Two share a PostgreSQL server that is never killed. */
  instances: 1 | 2
  /** After each round, all changes are confirmed, and what phones show is compared with the database. */
  rounds: number
  blowsPerRound: number
}

export interface TableOutcome {
  faults: string[]
  acts: number
  orders: number
  blows: string[]
}

/**
 * Six phones at one table change a cart while servers are killed and started again. After each round all phones must
 * show what the database contains, move with the session to another table, and place its order there once.
 */
export async function tableStorm({ seed, instances, rounds, blowsPerRound }: TableStorm): Promise<TableOutcome> {
  const storage = instances === 1 ? await migratedStorage() : await sharedStorage()
  const random = seeded(seed)
  const env = { ...ENV, ...storage.env }
  const servers: RunningServer[] = []
  const phones: TablePhone[] = []
  try {
    while (servers.length < instances) servers.push(await startProcess(env))
    const urls = servers.map(({ url }) => url)
    const { dishes, tables } = await seedSmallRestaurant(storage.url())
    const [countedDish, ...others] = dishes
    if (!countedDish) throw new Error('the menu is empty')
    const tableOfRound = (round: number) => tables[round % tables.length] ?? 0
    const anyUrl = () => urls[Math.floor(Math.random() * urls.length)] ?? ''
    for (const name of NAMES)
      phones.push(new TablePhone({ name, tableId: tableOfRound(0), countedDish: countedDish.id, anyUrl }))
    const outcome: TableOutcome = { faults: [], acts: 0, orders: 0, blows: [] }
    for (let round = 0; round < rounds && outcome.faults.length === 0; round++) {
      let isOver = false
      const dining = phones.map((phone, i) =>
        dine(phone, { dishes: others, countedDish }, seeded(seed + 100 * round + i + 1), () => isOver),
      )
      for (let i = 0; i < blowsPerRound; i++) {
        await sleep(300 + random.below(1200))
        const blow: Blow = instances === 1 ? random.of(BLOWS) : random.of(['server', 'server', 'connection', 'end'])
        const index = random.below(servers.length)
        const server = servers[index]
        if (!server) break
        assertRunning(server)
        outcome.blows.push(blow)
        servers[index] = await strike(blow, server, storage, env, random)
      }
      await sleep(300 + random.below(700))
      isOver = true
      for (const acts of await Promise.all(dining)) outcome.acts += acts
      outcome.faults.push(...(await settle(storage, tableOfRound(round), phones)))
      outcome.faults.push(...miscounted(phones, countedDish.id))
      outcome.faults.push(...phones.flatMap(({ faults }) => faults))
      if (outcome.faults.length === 0) {
        const to = tableOfRound(round + 1)
        outcome.faults.push(...(await moveTogether(anyUrl, to, phones)))
        // Each phone shows the same cart at the new table.
        outcome.faults.push(...(await settle(storage, to, phones)))
      }
      if (outcome.faults.length === 0) outcome.faults.push(...(await orderTogether(phones, countedDish)))
    }
    for (const server of servers) assertRunning(server)
    const { faults, orders } = await faultsOfOrders(storage.url(), phones)
    return { ...outcome, orders, faults: [...outcome.faults, ...faults, ...phones.flatMap((phone) => phone.faults)] }
  } finally {
    for (const phone of phones) phone.end()
    for (const server of servers) await server.end('SIGKILL')
    await storage.remove()
  }
}

/**
 * Waits until all phones have joined, all changes are confirmed, and all phones show what the database holds.
 * @returns the differences that are left; empty if there are none
 */
async function settle(storage: Pick<ServerStorage, 'url'>, tableId: number, phones: TablePhone[]): Promise<string[]> {
  let remaining: string[] = ['nothing was compared']
  for (const began = Date.now(); Date.now() - began < PATIENCE_MS; await sleep(50)) {
    await Promise.all(phones.map((phone) => (phone.joined ? undefined : phone.join())))
    const unsettled = phones.filter(({ isSettled }) => !isSettled)
    if (unsettled.length > 0) {
      remaining = unsettled.map(({ name }) => `${name} is stuck`)
      continue
    }
    remaining = await differences(storage.url(), tableId, phones).catch((error: unknown) => [String(error)])
    if (remaining.length === 0) return []
  }
  return remaining
}

/** Moves the session to another table while some phones are disconnected; each phone must be notified. */
async function moveTogether(anyUrl: () => string, tableId: number, phones: TablePhone[]): Promise<string[]> {
  const cookie = await signInRepeatedly({ url: anyUrl(), patienceMs: PATIENCE_MS })
  for (const phone of phones.slice(0, 3)) phone.drop()
  const response = await postAs(
    `${anyUrl()}/api/shared-sessions/${phones[0]?.joined?.id}/move`,
    { tableId },
    cookie,
    PATIENCE_MS,
  )
  if (response?.status !== 200) return [`the response to moving was ${JSON.stringify(response)}`]
  const hasMoved = (phone: TablePhone) => phone.tableId === tableId
  if (await until(() => phones.every(hasMoved))) return []
  return phones.filter((phone) => !hasMoved(phone)).map(({ name }) => `${name} was not notified of the move`)
}

/** Every phone adds a dish, is ready, and completes the order at the same time; all must be notified of one order. */
async function orderTogether(phones: TablePhone[], dish: CarriedLine['dish']): Promise<string[]> {
  const sessionId = phones[0]?.joined?.id
  for (const phone of phones) phone.change({ kind: 'add', dish, quantity: 1 })
  if (!(await until(() => phones.every(({ isSettled }) => isSettled)))) {
    const stuck = phones.filter(({ isSettled }) => !isSettled)
    return stuck.map(({ name, endReason }) => `${name} is stuck before ordering (${endReason})`)
  }
  for (const phone of phones) phone.change({ kind: 'ready', isReady: true })
  if (!(await until(() => phones.every(({ received }) => received.isAllReady)))) {
    return phones
      .filter(({ received }) => !received.isAllReady)
      .map(({ name }) => `${name} was not notified that all are ready`)
  }
  await Promise.all(phones.map((phone) => phone.complete()))
  const ordersOf = ({ orders }: TablePhone) => orders.filter((order) => order.sessionId === sessionId)
  // A phone is notified of the order twice, by the response and by its socket; the socket may be first.
  const isNotified = (phone: TablePhone) => !phone.joined && ordersOf(phone).length > 0
  const ids = new Set(phones.flatMap((phone) => ordersOf(phone).map(({ orderId }) => orderId)))
  const faults = ids.size === 1 ? [] : [`six taps placed the orders ${[...ids]}`]
  if (!(await until(() => phones.every(isNotified)))) {
    const unnotified = phones.filter((phone) => !isNotified(phone))
    faults.push(`${unnotified.map(({ name, endReason }) => `${name} (${endReason})`)} were not notified of the order`)
  }
  return faults
}

async function until(condition: () => boolean): Promise<boolean> {
  for (const began = Date.now(); Date.now() - began < PATIENCE_MS; await sleep(20)) if (condition()) return true
  return condition()
}

/** A database on its own PostgreSQL server, which several instances can share. */
async function sharedStorage(): Promise<Pick<ServerStorage, 'url' | 'remove' | 'env'>> {
  if (process.env.TEST_DATABASE_SERVER) return newStorage()
  const server = await openTemporary()
  const DATABASE_URL = await createDatabase(server.url, 'masa_table')
  return { env: { DATA_DIR: '', DATABASE_URL }, url: () => DATABASE_URL, remove: () => server.close() }
}

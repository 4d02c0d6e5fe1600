import { setTimeout as sleep } from 'node:timers/promises'
import { openTemporary } from '#server/db/embedded/temporary.ts'
import { createDatabase } from '#server/testing/databases.ts'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import { stock } from '#server/testing/small-restaurant.ts'
import { migratedStorage, newStorage, type ServerStorage } from '#server/testing/storage.ts'
import type { CarriedLine } from '../client/features/shared-sessions/engine/carry-over.ts'
import { BLOWS, type Blow, refuseEnded, strike } from './blows.ts'
import { postAs } from './call.ts'
import { STORM_OWNER, signInUntilAnswered } from './owner.ts'
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
const PATIENCE_MS = 30_000

export interface TableStorm {
  /** Decides who does what and what is killed; the machine's own timing still differs. */
  seed: number
  /** Servers on one database; more than one share a database of their own that is never killed. */
  instances: 1 | 2
  /** After each, everybody waits until all is quiet, and what phones show is compared. */
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
 * Six phones at one table change a cart while servers are killed and started again; after each round all phones must
 * show what the database holds, go along to another table, and then be able to order it there, once.
 */
export async function tableStorm({ seed, instances, rounds, blowsPerRound }: TableStorm): Promise<TableOutcome> {
  const place = instances === 1 ? await migratedStorage() : await sharedPlace()
  const random = seeded(seed)
  const env = { ...ENV, ...place.env }
  const servers: RunningServer[] = []
  const phones: TablePhone[] = []
  try {
    while (servers.length < instances) servers.push(await startProcess(env))
    const urls = servers.map(({ url }) => url)
    const { dishes, tables } = await stock(place.url())
    const [countedDish, ...others] = dishes
    if (!countedDish) throw new Error('the menu is empty')
    const tableAt = (round: number) => tables[round % tables.length] ?? 0
    const where = () => urls[Math.floor(Math.random() * urls.length)] ?? ''
    for (const name of NAMES)
      phones.push(new TablePhone({ name, tableId: tableAt(0), countedDish: countedDish.id, where }))
    const outcome: TableOutcome = { faults: [], acts: 0, orders: 0, blows: [] }
    for (let round = 0; round < rounds && outcome.faults.length === 0; round++) {
      let isOver = false
      const dining = phones.map((phone, i) =>
        dine(phone, { dishes: others, countedDish }, seeded(seed + 100 * round + i + 1), () => isOver),
      )
      for (let i = 0; i < blowsPerRound; i++) {
        await sleep(300 + random.below(1200))
        const blow: Blow = instances === 1 ? random.of(BLOWS) : random.of(['server', 'server', 'connection', 'end'])
        const struck = random.below(servers.length)
        const server = servers[struck]
        if (!server) break
        refuseEnded(server)
        outcome.blows.push(blow)
        servers[struck] = await strike(blow, server, place, env, random)
      }
      await sleep(300 + random.below(700))
      isOver = true
      for (const acts of await Promise.all(dining)) outcome.acts += acts
      outcome.faults.push(...(await quiet(place, tableAt(round), phones)))
      outcome.faults.push(...miscounted(phones, countedDish.id))
      outcome.faults.push(...phones.flatMap(({ faults }) => faults))
      if (outcome.faults.length === 0) {
        const to = tableAt(round + 1)
        outcome.faults.push(...(await moveTogether(where, to, phones)))
        // Whatever a phone showed at the table before, it shows at this one.
        outcome.faults.push(...(await quiet(place, to, phones)))
      }
      if (outcome.faults.length === 0) outcome.faults.push(...(await orderTogether(phones, countedDish)))
    }
    for (const server of servers) refuseEnded(server)
    const { faults, orders } = await faultsOfOrders(place.url(), phones)
    return { ...outcome, orders, faults: [...outcome.faults, ...faults, ...phones.flatMap((phone) => phone.faults)] }
  } finally {
    for (const phone of phones) phone.end()
    for (const server of servers) await server.end('SIGKILL')
    await place.remove()
  }
}

/** Waits until everybody sits at the table, everything said is confirmed, and all show what there is. */
async function quiet(place: Pick<ServerStorage, 'url'>, tableId: number, phones: TablePhone[]): Promise<string[]> {
  let found: string[] = ['nobody looked']
  for (const began = Date.now(); Date.now() - began < PATIENCE_MS; await sleep(50)) {
    await Promise.all(phones.map((phone) => (phone.joined ? undefined : phone.join())))
    const unsettled = phones.filter(({ isSettled }) => !isSettled)
    if (unsettled.length > 0) {
      found = unsettled.map(({ name }) => `${name} is stuck`)
      continue
    }
    found = await differences(place.url(), tableId, phones).catch((error: unknown) => [String(error)])
    if (found.length === 0) return []
  }
  return found
}

/** The owner moves the table while some phones are away; each must learn where it is. */
async function moveTogether(where: () => string, tableId: number, phones: TablePhone[]): Promise<string[]> {
  const cookie = await signInUntilAnswered({ url: where(), patienceMs: PATIENCE_MS })
  for (const phone of phones.slice(0, 3)) phone.drop()
  const answer = await postAs(
    `${where()}/api/shared-sessions/${phones[0]?.joined?.id}/move`,
    { tableId },
    cookie,
    PATIENCE_MS,
  )
  if (answer?.status !== 200) return [`moving was answered with ${JSON.stringify(answer)}`]
  const isThere = (phone: TablePhone) => phone.tableId === tableId
  if (await until(() => phones.every(isThere))) return []
  return phones.filter((phone) => !isThere(phone)).map(({ name }) => `${name} was not told of the move`)
}

/** Everybody adds something and is ready; all press at once; each must be told of the same order. */
async function orderTogether(phones: TablePhone[], dish: CarriedLine['dish']): Promise<string[]> {
  const sessionId = phones[0]?.joined?.id
  for (const phone of phones) phone.change({ kind: 'add', dish, quantity: 1 })
  if (!(await until(() => phones.every(({ isSettled }) => isSettled)))) {
    const stuck = phones.filter(({ isSettled }) => !isSettled)
    return stuck.map(({ name, lastWord }) => `${name} is stuck before ordering (${lastWord})`)
  }
  for (const phone of phones) phone.change({ kind: 'ready', isReady: true })
  if (!(await until(() => phones.every(({ heard }) => heard.isAllReady)))) {
    return phones.filter(({ heard }) => !heard.isAllReady).map(({ name }) => `${name} does not know that all are ready`)
  }
  await Promise.all(phones.map((phone) => phone.complete()))
  const of = ({ orders }: TablePhone) => orders.filter((seen) => seen.sessionId === sessionId)
  // A phone learns of the order twice, by its press and by its socket; the socket may be first.
  const isTold = (phone: TablePhone) => !phone.joined && of(phone).length > 0
  const ids = new Set(phones.flatMap((phone) => of(phone).map(({ orderId }) => orderId)))
  const faults = ids.size === 1 ? [] : [`six presses gave the orders ${[...ids]}`]
  if (!(await until(() => phones.every(isTold)))) {
    const untold = phones.filter((phone) => !isTold(phone))
    faults.push(`${untold.map(({ name, lastWord }) => `${name} (${lastWord})`)} were not told of the order`)
  }
  return faults
}

async function until(holds: () => boolean): Promise<boolean> {
  for (const began = Date.now(); Date.now() - began < PATIENCE_MS; await sleep(20)) if (holds()) return true
  return holds()
}

/** A database on a server of its own, for several instances. */
async function sharedPlace(): Promise<Pick<ServerStorage, 'url' | 'remove' | 'env'>> {
  if (process.env.TEST_DATABASE_SERVER) return newStorage()
  const server = await openTemporary()
  const DATABASE_URL = await createDatabase(server.url, 'masa_table')
  return { env: { DATA_DIR: '', DATABASE_URL }, url: () => DATABASE_URL, remove: () => server.close() }
}

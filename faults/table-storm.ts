import { setTimeout as sleep } from 'node:timers/promises'
import { callOrLose } from '#server/testing/call.ts'
import { query } from '#server/testing/databases.ts'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import { seedSmallRestaurant } from '#server/testing/small-restaurant.ts'
import { migratedStorage } from '#server/testing/storage.ts'
import { assertRunning, BLOWS, type Blow, strike } from './blows.ts'
import { STORM_ENV, signInRepeatedly } from './owner.ts'
import { seeded } from './random.ts'
import { faultsOfOrders, miscounted } from './table-books.ts'
import { orderTogether, PATIENCE_MS, settle, sharedStorage, turnsTrue } from './table-end.ts'
import { dine } from './table-guest.ts'
import { TablePhone } from './table-phone.ts'

const NAMES = ['Ana', 'Dan', 'Eva', 'Ion', 'Mia', 'Vlad']

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
  const env = { ...STORM_ENV, ...storage.env }
  const servers: RunningServer[] = []
  const phones: TablePhone[] = []
  try {
    while (servers.length < instances) servers.push(await startProcess(env))
    const urls = servers.map(({ url }) => url)
    const { dishes, tables } = await seedSmallRestaurant(storage.url())
    const [countedDish, ...others] = dishes
    if (!countedDish) throw new Error('the menu is empty')
    const options = await addOptions(storage.url(), countedDish.id)
    const tableOfRound = (round: number) => tables[round % tables.length] ?? 0
    const anyUrl = () => urls[Math.floor(Math.random() * urls.length)] ?? ''
    for (const name of NAMES)
      phones.push(new TablePhone({ name, tableId: tableOfRound(0), countedDish: countedDish.id, anyUrl }))
    const outcome: TableOutcome = { faults: [], acts: 0, orders: 0, blows: [] }
    for (let round = 0; round < rounds && outcome.faults.length === 0; round++) {
      let isOver = false
      const dining = phones.map((phone, i) =>
        dine(phone, { dishes: others, countedDish, options }, seeded(seed + 100 * round + i + 1), () => isOver),
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

/** Gives every dish but one a group of options, of which each may be taken twice. */
async function addOptions(url: string, countedDish: number): Promise<{ id: number; price: number }[]> {
  const [group] = await query(
    url,
    `insert into option_groups (name, name_ro, min) values ('Extras', 'În plus', 0) returning id`,
  )
  const options = await query(
    url,
    `insert into menu_options (group_id, position, name, name_ro, price, times)
      select ${group?.id}, n, 'Option ' || n, '', n * 50, 2 from generate_series(1, 4) n returning id, price`,
  )
  await query(url, `update menu_items set option_group_ids = array[${group?.id}] where id <> ${countedDish}`)
  return options.map(({ id, price }) => ({ id: Number(id), price: Number(price) }))
}

/** Moves the session to another table while some phones are disconnected; each phone must be notified. */
async function moveTogether(anyUrl: () => string, tableId: number, phones: TablePhone[]): Promise<string[]> {
  const cookie = await signInRepeatedly({ url: anyUrl(), patienceMs: PATIENCE_MS })
  for (const phone of phones.slice(0, 3)) phone.drop()
  const path = `/api/shared-sessions/${phones[0]?.joined?.id}/move`
  const response = await callOrLose(anyUrl(), 'POST', path, { tableId }, { headers: { cookie } })
  if (response?.status !== 200) return [`the response to moving was ${JSON.stringify(response)}`]
  const hasMoved = (phone: TablePhone) => phone.tableId === tableId
  if (await turnsTrue(() => phones.every(hasMoved))) return []
  return phones.filter((phone) => !hasMoved(phone)).map(({ name }) => `${name} was not notified of the move`)
}

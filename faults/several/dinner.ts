import { setTimeout as sleep } from 'node:timers/promises'
import { launchProcess, type RunningServer, startProcess } from '#server/testing/process.ts'
import type { SmallRestaurant } from '#server/testing/small-restaurant.ts'
import type { Summary } from '#shared/contracts/orders.ts'
import { RECONNECT_AFTER_S } from '#shared/domain/time/timing.ts'
import { shownTable } from '../../client/areas/shared-sessions/table-cart.ts'
import { faultsIn, readBooks } from '../audit.ts'
import { placeOrders, type Scene, sendRequest } from '../guest.ts'
import { type Random, seeded } from '../random.ts'
import { faultsOfOrders, miscounted } from '../table-books.ts'
import { orderTogether, PATIENCE_MS, settle, turnsTrue } from '../table-end.ts'
import { TablePhone } from '../table-phone.ts'
import { ObservedBoard } from './observed-board.ts'
import { onTwoServers } from './two-servers.ts'

const NAMES = ['Ana', 'Dan', 'Eva', 'Ion', 'Mia', 'Vlad']
const TABLES = 3
const GUESTS = 3
/** The part of a second in which an instance is killed during its start. */
const MAX_START_MS = 600

export interface DinnerOutcome {
  faults: string[]
  orders: number
  taps: number
  /** Milliseconds from the kill, and from SIGTERM, until the last guest or the board went on. */
  afterKill: Pauses
  afterEnd: Pauses
}

interface Pauses {
  phones: number
  guests: number
  board: number
}

/**
 * Two instances behind a proxy serve three shared tables with six phones each, guests who order alone, and the board.
 * One is killed in the middle of the dinner, the other is ended regularly later; each comes back on its port. Before
 * that, both start at the same time on an empty database, beside a third one that is killed during its start.
 * @param seed decides who orders what
 * @param reconnectMs how long after the loss of its connection a phone reconnects; as a real one by default
 */
export function dinner(seed: number, reconnectMs = RECONNECT_AFTER_S * 1000): Promise<DinnerOutcome> {
  const start = (env: Record<string, string>) => startTogether(env, seeded(seed))
  return onTwoServers({ patienceMs: PATIENCE_MS, start }, async (both) => {
    const { cookie, storage, servers, closers, startAgain } = both
    const { url, stock } = both.scene
    let isOver = false
    const lastSentAt = new Map<string, number>()
    const onOrder = (name: string, sentAt: number) => lastSentAt.set(name, sentAt)
    const scene: Scene = { ...both.scene, isOver: () => isOver, onOrder }
    const board = new ObservedBoard(url, cookie)
    const tables = stock.tables.slice(0, TABLES).map((tableId) => seatGuests(tableId, url, stock, reconnectMs))
    const diners = tables.flat()
    const phonesOf = (table: Diner[]) => table.map(({ phone }) => phone)
    closers.push(
      () => board.close(),
      () => {
        for (const { phone } of diners) phone.end()
      },
    )
    const guests = Array.from({ length: GUESTS }, (_, i) => `seed ${seed}, guest ${i}`)
    const people = Promise.all([
      Promise.all(guests.map((name, i) => placeOrders(scene, name, seeded(seed + 1 + i)))),
      Promise.all(diners.map((diner, i) => tapUntil(diner, stock, seeded(seed + 100 + i), () => isOver))),
    ])
    // One failure ends the dinner; the error is thrown where `people` is awaited.
    people.catch(() => {
      isOver = true
    })
    const untilAllGoOn = (since: number) =>
      pausesUntil(since, {
        phones: () => isOver || diners.every(({ lastTapAt }) => lastTapAt >= since),
        guests: () => isOver || guests.every((name) => (lastSentAt.get(name) ?? 0) >= since),
        board: () => isOver || board.hasOrderSince(since),
      })
    await untilAllGoOn(Date.now())
    const faults: string[] = []
    const strike = async (index: number, signal: 'SIGKILL' | 'SIGTERM') => {
      const server = servers[index] as RunningServer
      const struckAt = Date.now()
      const exited = server.end(signal)
      const pauses = await untilAllGoOn(struckAt)
      const code = await exited
      if (code !== (signal === 'SIGKILL' ? 'SIGKILL' : 0)) faults.push(`${signal} ended an instance with ${code}`)
      await startAgain(index)
      await untilAllGoOn(Date.now())
      return pauses
    }
    const afterKill = await strike(0, 'SIGKILL')
    const afterEnd = await strike(1, 'SIGTERM')
    isOver = true
    const [orders, taps] = await people
    const [counted] = stock.dishes
    if (!counted) throw new Error('the menu is empty')
    for (const [i, table] of tables.entries()) {
      const phones = phonesOf(table)
      faults.push(...(await settle(storage, stock.tables[i] ?? 0, phones)), ...miscounted(phones, counted.id))
      if (faults.length === 0) faults.push(...(await orderTogether(phones, counted)))
    }
    const confirmed = orders.flat()
    const keyed = new Set(confirmed.map(({ key }) => key)).size
    const ofTables = await faultsOfOrders(
      storage.url(),
      diners.map(({ phone }) => phone),
      keyed,
    )
    const books = await readBooks(storage.url())
    const summary = (await sendRequest(scene, 'GET', '/api/summary', undefined, { cookie }))?.body as Summary
    const actions = { changes: [], removals: [], claims: [] }
    faults.push(...ofTables.faults, ...faultsIn(books, { confirmed, actions, tableOrders: ofTables.orders }, summary))
    faults.push(...diners.flatMap(({ phone }) => phone.faults))
    if (ofTables.orders !== TABLES) faults.push(`${TABLES} tables ordered ${ofTables.orders} times`)
    if (!(await turnsTrue(() => books.orders.every(({ id }) => board.shown.has(id)))))
      faults.push(`the board shows ${board.shown.size} of ${books.orders.length} orders`)
    return { faults, orders: books.orders.length, taps: taps.reduce((sum, n) => sum + n, 0), afterKill, afterEnd }
  })
}

/** Starts two instances at once, while a third one is killed during its start. */
async function startTogether(env: Record<string, string>, random: Random): Promise<RunningServer[]> {
  const doomed = launchProcess(env)
  doomed.serving.catch(() => {})
  const starting = Promise.all([startProcess(env), startProcess(env)])
  await sleep(random.below(MAX_START_MS))
  doomed.process.kill('SIGKILL')
  return starting
}

interface Diner {
  phone: TablePhone
  /** When the last confirmed tap was made. */
  lastTapAt: number
}

function seatGuests(tableId: number, url: string, { dishes }: SmallRestaurant, reconnectMs: number): Diner[] {
  const countedDish = dishes[0]?.id ?? 0
  return NAMES.map((name) => ({
    phone: new TablePhone({ name: `${name} at ${tableId}`, tableId, countedDish, anyUrl: () => url, reconnectMs }),
    lastTapAt: 0,
  }))
}

/**
 * Taps on a phone until the dinner is over: adds the counted dish, and sets other ones. Loses no connection by itself.
 * @returns the number of confirmed taps
 */
async function tapUntil(
  diner: Diner,
  { dishes: [countedDish, ...others] }: SmallRestaurant,
  random: Random,
  isOver: () => boolean,
): Promise<number> {
  const { phone } = diner
  if (!countedDish) throw new Error('the menu is empty')
  await phone.join()
  let taps = 0
  while (!isOver()) {
    if (phone.isSettled) {
      const tappedAt = Date.now()
      const own = phone.page ? shownTable(phone.page.state).lines : []
      const line = own.find(({ participantId }) => participantId === phone.page?.state.ownId)
      if (random.chance(0.6)) phone.change({ kind: 'add', dish: countedDish, quantity: 1 })
      else if (line && line.menuItemId !== countedDish.id && random.chance(0.5))
        phone.change({ kind: 'set', menuItemId: line.menuItemId, quantity: 1 + random.below(9) })
      else phone.change({ kind: 'add', dish: random.of(others), quantity: 1 })
      while (!phone.isSettled && !isOver()) await sleep(10)
      diner.lastTapAt = tappedAt
      taps++
    }
    await sleep(50 + random.below(100))
  }
  return taps
}

/** Waits until all of it is true. @returns after how many milliseconds since a moment each became true */
async function pausesUntil(since: number, conditions: Record<keyof Pauses, () => boolean>): Promise<Pauses> {
  const wait = async (what: keyof Pauses) => {
    if (!(await turnsTrue(conditions[what]))) throw new Error(`${what} did not go on within ${PATIENCE_MS} ms`)
    return Date.now() - since
  }
  const [phones, guests, board] = await Promise.all([wait('phones'), wait('guests'), wait('board')])
  return { phones, guests, board }
}

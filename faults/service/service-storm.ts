import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from '#server/testing/process.ts'
import { seedSmallRestaurant } from '#server/testing/small-restaurant.ts'
import { migratedStorage } from '#server/testing/storage.ts'
import type { Order } from '#shared/contracts/orders.ts'
import type { Duty } from '#shared/domain/access.ts'
import { isOpen, ORDER_STATUSES, type OrderStatus } from '#shared/domain/orders/order.ts'
import { assertRunning, BLOWS, strike } from '../blows.ts'
import { placeOrders, type Scene, sendRequest } from '../guest.ts'
import { STORM_ENV, STORM_OWNER, signInRepeatedly } from '../owner.ts'
import { type Random, seeded } from '../random.ts'
import { ServiceScreen } from './service-screen.ts'

const GUESTS = 3
const AGREE_WITHIN_MS = 30_000
const CALM_END_MS = 2_000
const STAFF: { name: string; duties: Duty[] }[] = [
  { name: 'cook one', duties: ['kitchen'] },
  { name: 'cook two', duties: ['kitchen'] },
  { name: 'waiter', duties: ['floor'] },
]

export interface ServiceStormOutcome {
  /** Descriptions of everything that was wrong. */
  faults: string[]
  orders: number
  /** Number of confirmed changes by kind. */
  ticks: number
  statuses: number
  moves: number
  removals: number
  blows: string[]
}

/** One person's work: a request about an order that their screen shows. */
type Work = (order: Order, random: Random, tables: readonly number[]) => Request | undefined
interface Request {
  kind: 'ticks' | 'statuses' | 'moves' | 'removals'
  method: 'POST' | 'PATCH'
  path: string
  body: unknown
  /** The order must still have this version. */
  version?: number
}

/**
 * Two cooks, a waiter and an owner mark lines, set statuses, move orders and take lines off at random, each from what
 * their own screen shows, while guests order, connections drop and the server is killed. At the end all screens must
 * show what the server has, and each order's status must match its lines.
 * @param seed decides what is ordered, changed and killed, and when; the timing still differs from run to run
 */
export async function serviceStorm(seed: number, blowCount: number): Promise<ServiceStormOutcome> {
  const storage = await migratedStorage()
  const random = seeded(seed)
  const env = { ...STORM_ENV, ...storage.env }
  let server = await startProcess(env)
  const screens: ServiceScreen[] = []
  try {
    let isOver = false
    const scene: Scene = {
      url: server.url,
      stock: await seedSmallRestaurant(storage.url()),
      isOver: () => isOver,
      timeoutMs: 60_000,
      patienceMs: 120_000,
      maxPauseMs: 150,
    }
    const owner = await signInRepeatedly(scene)
    const cookies = await Promise.all(STAFF.map((person) => hire(scene, owner, person)))
    screens.push(new ServiceScreen('owner', scene.url, owner))
    for (const [i, { name }] of STAFF.entries()) screens.push(new ServiceScreen(name, scene.url, cookies[i] ?? ''))
    const outcome = { ticks: 0, statuses: 0, moves: 0, removals: 0, faults: [] as string[] }
    const people = Promise.all([
      ...Array.from({ length: GUESTS }, (_, i) => placeOrders(scene, `guest ${i}`, seeded(seed + 1 + i))),
      ...screens.map((screen, i) =>
        work(scene, screen, i === 0 ? ofOwner : i === 3 ? ofWaiter : ofCook, seeded(seed + 100 + i), outcome),
      ),
    ])
    // One failure ends the storm; the error is thrown where `people` is awaited.
    people.catch(() => {
      isOver = true
    })
    const blows: string[] = []
    while (blows.length < blowCount && !isOver) {
      await sleep(300 + random.below(900))
      if (random.chance(0.5)) random.of(screens).drop()
      assertRunning(server)
      const blow = random.of(BLOWS)
      blows.push(blow)
      server = await strike(blow, server, storage, env, random)
    }
    await untilBusy(outcome, () => isOver)
    // After a blow each screen fetches the list, which would hide a change that was not announced.
    await sleep(CALM_END_MS)
    isOver = true
    await people
    outcome.faults.push(...(await differencesAtRest(screens)))
    const orders = screens[0]?.orders ?? []
    outcome.faults.push(...orders.flatMap(faultsOfOrder))
    return { ...outcome, orders: orders.length, blows }
  } finally {
    for (const screen of screens) screen.close()
    await server.end('SIGKILL')
    await storage.remove()
  }
}

async function hire(scene: Scene, owner: string, { name, duties }: (typeof STAFF)[number]): Promise<string> {
  const account = { username: name, password: 'secret-staff' }
  const body = { ...account, role: 'staff', duties, currentPassword: STORM_OWNER.password }
  const created = await sendRequest(scene, 'POST', '/api/users', body, { cookie: owner })
  if (created?.status !== 201) throw new Error(`${name} was not hired: ${JSON.stringify(created)}`)
  return signInRepeatedly(scene, account)
}

async function work(
  scene: Scene,
  screen: ServiceScreen,
  choose: Work,
  random: Random,
  counts: Record<Request['kind'], number> & { faults: string[] },
): Promise<void> {
  while (!scene.isOver()) {
    await sleep(10 + random.below(40))
    if (screen.orders.length === 0) continue
    const request = choose(random.of(screen.orders), random, scene.stock.tables)
    if (!request) continue
    const { kind, method, path, body, version } = request
    const seen = version !== undefined && { 'if-match': `"${version}"` }
    const response = await sendRequest(scene, method, path, body, { cookie: screen.cookie, ...seen })
    if (response?.status === 200) counts[kind] += 1
    // 404: staff no longer see an order that ended. 403: the kitchen sets no status after ready.
    else if (response && ![403, 404, 409, 503].includes(response.status))
      counts.faults.push(`${screen.name}: ${method} ${path} ${JSON.stringify(body)} got ${JSON.stringify(response)}`)
  }
}

const ofCook: Work = (order, random) => {
  if (random.chance(0.2)) return setStatus(order, random.of(['pending', 'preparing', 'ready']))
  const line = random.of(order.items)
  const path = `/api/orders/${order.id}/items/${line.id}/done`
  return { kind: 'ticks', method: 'POST', path, body: { done: random.chance(0.8) } }
}

const ofWaiter: Work = (order, random, tables) => {
  if (random.chance(0.3)) return setStatus(order, random.of(['delivered', 'completed', 'cancelled']))
  return random.chance(0.5) ? moveTo(order, random.of(tables)) : takeOff(order, random)
}

const ofOwner: Work = (order, random) =>
  random.chance(0.7) ? setStatus(order, random.of(ORDER_STATUSES)) : takeOff(order, random)

const setStatus = ({ id }: Order, status: OrderStatus): Request => ({
  kind: 'statuses',
  method: 'PATCH',
  path: `/api/orders/${id}`,
  body: { status },
})

const moveTo = ({ id }: Order, tableId: number): Request => ({
  kind: 'moves',
  method: 'PATCH',
  path: `/api/orders/${id}`,
  body: { tableId },
})

/** Sends the version that the screen shows: somebody else may have lowered the line further. */
function takeOff({ id, items, version }: Order, random: Random): Request | undefined {
  const line = random.of(items)
  if (line.quantity === 0) return undefined
  const path = `/api/orders/${id}/items/${line.id}`
  return { kind: 'removals', method: 'PATCH', path, body: { quantity: random.below(line.quantity) }, version }
}

/** Waits until everybody has done something: on a slow machine there may be no time between the blows. */
async function untilBusy(counts: Record<Request['kind'], number>, isOver: () => boolean): Promise<void> {
  const isBusy = () => Math.min(counts.ticks, counts.statuses, counts.moves, counts.removals) > 3
  for (const began = Date.now(); !isBusy() && !isOver() && Date.now() - began < AGREE_WITHIN_MS; ) await sleep(50)
}

/** Returns the differences between screens and server once nothing has changed for a while. */
async function differencesAtRest(screens: readonly ServiceScreen[]): Promise<string[]> {
  for (const began = Date.now(); ; await sleep(200)) {
    const differences = (await Promise.all(screens.map((screen) => screen.differences()))).flat()
    if (differences.length === 0 || Date.now() - began > AGREE_WITHIN_MS) return differences
  }
}

/** An order's status must match its lines, and its total the lines that are left. */
function faultsOfOrder({ id, status, items, total }: Order): string[] {
  const left = items.filter(({ quantity }) => quantity > 0)
  const done = left.filter(({ doneAt }) => doneAt).length
  const sum = left.reduce((all, { quantity, price }) => all + quantity * price, 0)
  const isRight: Record<OrderStatus, boolean> = {
    pending: done === 0,
    preparing: done < left.length,
    ready: done === left.length,
    delivered: done === left.length,
    completed: done === left.length,
    // A cancelled order keeps the marks of its cooked lines.
    cancelled: true,
  }
  return [
    ...(isRight[status] ? [] : [`order ${id}: ${status} with ${done} of ${left.length} lines done`]),
    ...(sum === total ? [] : [`order ${id}: its total is ${total}, the sum of its lines ${sum}`]),
    ...(isOpen(status) && left.length === 0 ? [`order ${id}: ${status} without lines`] : []),
  ]
}

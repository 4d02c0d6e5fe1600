import { expect } from 'vitest'
import type { Bill } from '#shared/contracts/bills.ts'
import type { Day, OpenDay } from '#shared/contracts/days.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import type { Recorded } from '#shared/contracts/payments.ts'
import type { Report } from '#shared/contracts/reports.ts'
import type { TestServer } from './app.ts'
import { takeaway } from './app.ts'
import { query } from './databases.ts'
import { type BookedOrder, CASH, figuresOf, HOUSE, Ledger } from './ledger.ts'
import { randomNumbers } from './random-numbers.ts'
import { newTable, type People, signInPeople } from './users.ts'

const FIRST_EVENING = Date.parse('2026-11-20T16:00:00.000Z')
const MAX_OPEN = 24

/**
 * Runs random evenings against a server, and compares its bills, orders, days and reports with a ledger. Some requests
 * lose their database connection in the middle, and are repeated under their key.
 * @returns the number of times each thing happened
 */
export async function runEvenings(server: TestServer, { seed, steps }: { seed: number; steps: number }) {
  const random = randomNumbers(seed)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)]
  const people = await signInPeople(server)
  const ledger = new Ledger()
  const counts = new Map<string, number>()
  const closedDays: string[] = []
  let now = FIRST_EVENING
  let keys = 0
  type Person = 'owner' | 'floor' | 'both'
  const nameOf = { owner: 'boss', floor: 'floor', both: 'both' } as const
  /** Sends a request until it is answered, because a terminated connection is noticed only when it is used. */
  async function call(person: keyof People, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, key = '') {
    for (let attempt = 0; ; attempt++) {
      const response = await server.call(method, `/api${path}`, body, {
        headers: { cookie: people[person], ...(key && { 'idempotency-key': key }) },
      })
      if (response.statusCode < 500) return response
      if (attempt === 20) throw new Error(`no answer: ${response.body}`)
      done('repeated')
    }
  }
  const get = async <Body>(path: string) => (await call('owner', 'GET', path)).json<Body>()
  const done = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

  const dishes = [
    { menuItemId: server.soup, price: 2850 },
    { menuItemId: server.pizza, price: 4200 },
  ]
  const tables = await Promise.all(Array.from({ length: 4 }, () => newTable(server)))
  const paymentMethods = [
    { id: 1, kind: 'cash', name: 'Cash' },
    { id: 2, kind: 'card', name: 'Card' },
    { id: 3, kind: 'voucher', name: 'Vouchers' },
    { kind: 'house', name: 'On the house' },
  ]
  const on = { payments: true, paymentMethods, cashRounding: 10, houseLimit: 100_000 }
  expect((await call('owner', 'PATCH', '/settings', on)).statusCode).toBe(200)

  /** Terminates the connections of the server's requests at any point of their work. */
  async function kill(): Promise<void> {
    await query(
      server.connection.server.url(),
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'masa announcements'`,
    )
    done('kill')
  }

  /** Adds an entry: sometimes twice at once under its key, sometimes while connections are terminated. */
  async function sent(person: Person, path: string, body: object) {
    const key = `evening-${++keys}`
    const [isKilled, isTwice] = [random(20) === 0, random(8) === 0]
    const send = () => call(person, 'POST', path, body, key)
    const [first, second] = await Promise.all([send(), isTwice ? send() : undefined, isKilled && kill()])
    if (second && first.statusCode === 201) expect([second.statusCode, second.body]).toEqual([201, first.body])
    return first
  }

  async function place(): Promise<void> {
    if (ledger.open().length >= MAX_OPEN) return
    const items = dishes.flatMap(({ menuItemId }) => (random(3) > 0 ? { menuItemId, quantity: 1 + random(4) } : []))
    if (items.length === 0) return
    const priceOf = (id: number) => dishes.find(({ menuItemId }) => menuItemId === id)?.price ?? 0
    const total = items.reduce((sum, { menuItemId, quantity }) => sum + quantity * priceOf(menuItemId), 0)
    const tableId = random(4) === 0 ? null : (pick(tables)?.id ?? null)
    const guestName = pick([undefined, 'seat 1', 'seat 2'])
    const body = takeaway(server, { items: items.map((item) => ({ ...item, guestName })), total, tableId })
    const order = (await call('floor', 'POST', '/orders', body, `evening-${++keys}`)).json<PlacedOrder>()
    const lines = order.items.map(({ id, quantity, price }) => ({ id, quantity, price }))
    ledger.place({ id: order.id, tableId, total, status: 'open', endedAt: 0, lines })
    done('placed')
  }

  async function takeOff(): Promise<void> {
    const order = pick(ledger.open())
    const line = pick(order?.lines.filter(({ quantity }) => quantity > 0) ?? [])
    if (!order || !line) return
    const portions = 1 + random(line.quantity)
    if (order.lines.reduce((sum, { quantity }) => sum + quantity, 0) === portions) return
    const path = `/orders/${order.id}/items/${line.id}`
    const response = await call('floor', 'PATCH', path, { quantity: line.quantity - portions })
    // After a hundred slips, an order accepts no more.
    if (response.statusCode !== 200) return
    ledger.takeOff(order, line, portions, 'floor')
    done('taken off')
  }

  async function pay(): Promise<void> {
    const owing = [...ledger.orders.values()].filter(({ id, status }) => status === 'open' || ledger.owes(id) !== 0)
    const chosen =
      random(3) === 0
        ? owing.filter(() => random(6) === 0)
        : ledger.open(pick(tables)?.id ?? 0).filter(() => random(8) > 0)
    const ids = chosen.map(({ id }) => id).slice(0, 20)
    const due = ids.reduce((sum, id) => sum + ledger.owes(id), 0)
    if (ids.length === 0) return
    if (due <= 0 || random(12) === 0) {
      const wrong = { orders: ids, due: due + random(2), amount: Math.max(1, due + 1), method: CASH }
      const response = await sent('owner', '/payments', wrong)
      expect([400, 409]).toContain(response.statusCode)
      done('refused')
      return
    }
    const method = 1 + random(4)
    const amount = random(3) === 0 ? due : 1 + random(due)
    const tip = method < 3 && random(2) === 0 ? random(2000) : 0
    const person = pick(['owner', 'floor', 'both'] as const) ?? 'owner'
    // Staff do not see orders that ended more than half an hour ago.
    const by = chosen.every(({ status }) => status === 'open') ? person : 'owner'
    const reason = method === HOUSE ? 'given' : undefined
    const body = { orders: ids.toReversed(), due, amount, tip, method, reason, guestName: pick([undefined, 'seat 1']) }
    const response = await sent(by, '/payments', body)
    expect([response.statusCode, response.body]).toEqual([201, expect.any(String)])
    const recorded = response.json<Recorded>()
    const rounding = ledger.pay(recorded.id, ids, { method, by: nameOf[by], amount, tip }, now)
    expect(recorded).toMatchObject({ amount, tip, rounding, due: due - amount })
    done(method === HOUSE ? 'given' : 'paid')
  }

  async function reverse(): Promise<void> {
    const payment = pick(ledger.payments.slice(-60))
    if (!payment) return
    const { amount, tip } = payment
    const isHouse = payment.method === HOUSE
    const method = isHouse ? HOUSE : 1 + random(2)
    const back = { amount: random(2) === 0 ? amount : random(amount + 1), tip: random(2) === 0 ? tip : random(tip + 1) }
    if (back.amount + back.tip === 0) return
    const path = `/payments/${payment.id}/reverse`
    if (random(10) === 0) {
      const tooMuch = { ...back, amount: amount + 1, method, reason: 'too much' }
      expect((await sent('owner', path, tooMuch)).json()).toMatchObject({ code: 'already_reversed' })
      done('refused')
      return
    }
    const response = await sent('owner', path, { ...back, method, reason: 'mistake' })
    expect([response.statusCode, response.body]).toEqual([201, expect.any(String)])
    const rounding = ledger.reverse(payment, { ...back, method }, now)
    expect(response.json<Recorded>()).toMatchObject({ ...back, rounding })
    done('taken back')
  }

  async function complete(): Promise<void> {
    const order = pick(ledger.open())
    if (!order) return
    const path = `/orders/${order.id}`
    const response = await call('floor', 'PATCH', path, { status: 'completed' })
    const owes = ledger.owes(order.id)
    if (owes === 0) expect(response.statusCode).toBe(200)
    else {
      expect(response.json()).toMatchObject({ code: 'unpaid', due: owes })
      if (random(4) > 0) return
      const withoutPayment = { status: 'completed', withoutPayment: true }
      expect((await call('floor', 'PATCH', path, withoutPayment)).statusCode).toBe(200)
      done('completed without payment')
    }
    ledger.complete(order, now)
    done('completed')
  }

  /** Delivers all open orders of a table, and frees it. */
  async function free(): Promise<void> {
    const table = pick(tables)
    const orders = ledger.open(table?.id ?? 0)
    if (!table || orders.length === 0) return
    for (const { id } of orders) await call('floor', 'PATCH', `/orders/${id}`, { status: 'delivered' })
    const withoutPayment = orders.some(({ id }) => ledger.owes(id) !== 0)
    const body = { status: 'available', withoutPayment }
    expect((await call('floor', 'PATCH', `/tables/${table.id}/status`, body)).statusCode).toBe(200)
    for (const order of orders) ledger.complete(order, now)
    done('freed')
  }

  async function cancelOrReopen(): Promise<void> {
    const order = pick([...ledger.orders.values()].slice(-40))
    if (!order) return
    const status = order.status === 'open' ? 'cancelled' : 'preparing'
    if (status === 'preparing' && ledger.open().length >= MAX_OPEN) return
    expect((await call('owner', 'PATCH', `/orders/${order.id}`, { status })).statusCode).toBe(200)
    if (status === 'cancelled') ledger.cancel(order, now, 'boss')
    else ledger.reopen(order)
    done(status === 'cancelled' ? 'cancelled' : 'reopened')
  }

  async function till(): Promise<void> {
    const [kind, amount] = [pick(['in', 'out'] as const) ?? 'in', 1 + random(50_000)]
    expect((await sent('owner', '/till', { kind, amount, reason: 'change' })).statusCode).toBe(201)
    ledger.till(kind === 'in' ? amount : -amount, 'boss', now)
    done('till')
  }

  async function close(): Promise<void> {
    const { lastEntry: seen } = await get<OpenDay>('/days/open')
    const counted = Math.max(0, ledger.expected + random(200) - 100)
    const left = random(counted + 1)
    const figures = ledger.figures(now)
    const response = await sent('owner', '/days/close', { counted, left, seen, note: 'x' })
    if (ledger.isEmpty) return expect(response.json()).toMatchObject({ code: 'nothing_to_close' })
    const day = response.json<Day>()
    expect(figuresOf(day)).toEqual(figures)
    ledger.close(left, now)
    expect(day).toMatchObject({ number: ledger.number, counted, left, difference: counted - figures.expected })
    closedDays.push(response.body)
    done('closed')
  }

  /** Compares everything visible with the ledger. */
  async function compare(): Promise<void> {
    expect(figuresOf(await get<OpenDay>('/days/open'))).toEqual(ledger.figures(now))
    const seen = await get<Order[]>('/orders')
    expect(seen.map(seenSums)).toEqual(seen.map(({ id }) => bookedSums(ledger.orders.get(id))))
    for (const { id } of tables) {
      const bill = await get<Required<Bill>>(`/tables/${id}/bill`)
      const orders = ledger.open(id)
      const sum = (of: (order: BookedOrder) => number) => orders.reduce((all, order) => all + of(order), 0)
      const due = sum((order) => ledger.owes(order.id))
      expect([bill.total, bill.paid, bill.due]).toEqual([sum(({ total }) => total), sum((o) => ledger.paid(o)), due])
      for (const { due: own = -1 } of bill.guests) expect(own >= 0 && own <= Math.max(0, due)).toBe(true)
    }
  }
  const seenSums = ({ id, total, paid, due }: Order) => ({ id, total, paid, due })
  const bookedSums = (order: BookedOrder | undefined) =>
    order && { id: order.id, total: order.total, paid: ledger.paid(order), due: ledger.owes(order.id) }

  const ACTS: [weight: number, act: () => Promise<void>][] = [
    ...[[20, place] as const, [12, takeOff] as const, [34, pay] as const, [12, reverse] as const],
    ...[[10, complete] as const, [2, free] as const, [4, cancelOrReopen] as const, [3, till] as const],
  ].map(([weight, act]) => [weight, act])
  const wheel = ACTS.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
  for (let step = 0; step < steps; step++) {
    now += 1000 + random(60_000)
    server.clock.set(new Date(now))
    if (random(200) === 0) await close()
    else await pick(wheel)?.()
    now += 1
    server.clock.set(new Date(now))
    if (step % 25 === 24) await compare()
  }
  await close()
  await compare()

  // A closed day is stored as it was answered, and the reports have the same sales as the ledger.
  const listed: string[] = []
  for (let number = 1; number <= ledger.number; number++)
    listed.push((await call('owner', 'GET', `/days/${number}`)).body)
  expect(listed).toEqual(closedDays)
  const to = new Date(now).toISOString().slice(0, 10)
  const report = await get<Report>(`/reports?from=2026-11-20&to=${to}`)
  const sold = [...ledger.orders.values()].filter(({ status }) => status !== 'cancelled')
  const revenue = report.parts[0]?.days.reduce((sum, day) => sum + day.revenue, 0)
  expect(revenue).toBe(sold.reduce((sum, { total }) => sum + total, 0))
  return counts
}

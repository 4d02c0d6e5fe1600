import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '#server/testing/databases.ts'
import { type StarCall, TestPrinter, TestStarPrinter } from '#server/testing/printer.ts'
import { placeOrders, type Scene, sendRequest } from './guest.ts'
import { type Random, seeded } from './random.ts'
import { onTwoServers } from './several/two-servers.ts'

const GUESTS = 6
const PATIENCE_MS = 240_000

/** Three stations, of which each cooks a third of the dishes. */
const STATIONS = `
  with added as (
    insert into menu_categories (name, position, station_id) values ('Bar', 101, 2), ('Grill', 102, 3) returning id, station_id),
  moved as (
    update menu_items set category_id = added.id from added where added.station_id = 1 + menu_items.id % 3)
  update settings set stations = '[{"id":1,"name":"Kitchen","nameRo":""},{"id":2,"name":"Bar","nameRo":""},{"id":3,"name":"Grill","nameRo":""}]'`

export interface PrinterStormOutcome {
  faults: string[]
  orders: number
  /** How many papers came out. */
  papers: number
  /** How many tickets are named as unconfirmed, failed or expired. */
  named: number
  blows: string[]
}

/**
 * Two instances behind a proxy take orders for three printers, two on the network and one that asks by itself, to which
 * something happens all the time, while instances are killed. At the end each ticket is on paper exactly once, or named.
 */
export function printerStorm(seed: number, leastOrders: number, kills: number): Promise<PrinterStormOutcome> {
  const evening = { env: { PRINTERS_ON_LOOPBACK: 'true' }, patienceMs: PATIENCE_MS }
  return onTwoServers(evening, async ({ scene: open, cookie, storage, closers, killSome }) => {
    let isOver = false
    const placed = new Set<number>()
    const scene: Scene = { ...open, isOver: () => isOver || placed.size >= leastOrders }
    await query(storage.url(), STATIONS)
    const network = await Promise.all([new TestPrinter().open(), new TestPrinter().open()])
    closers.push(() => Promise.all(network.map((printer) => printer.close())))
    const ask = async <Answered>(path: string, body: object) =>
      (await sendRequest(scene, 'POST', path, body, { cookie }))?.body as Answered
    const add = async (station: number, body: object) => {
      const rest = { name: `Station ${station}`, stations: [station], mode: 'text', columns: 32 }
      return (await ask<{ id: number }>('/api/printers', { ...body, ...rest })).id
    }
    const ids: number[] = []
    for (const [i, { port }] of network.entries())
      ids.push(await add(i + 1, { kind: 'network', address: '127.0.0.1', port }))
    const starId = await add(3, { kind: 'star' })
    const { token } = await ask<{ token: string }>(`/api/printers/${starId}/token`, {})
    const star = new TestStarPrinter(callOf(scene.url), token)
    const guests = Array.from({ length: GUESTS }, (_, i) =>
      placeOrders(scene, `seed ${seed}, guest ${i}`, seeded(seed + 1 + i), 0, (order) => {
        placed.add(order.placed.id)
      }),
    )
    let isMended = false
    const people = Promise.all([
      ...guests,
      ...network.map((printer, i) => troublePrinter(printer, seeded(seed + 50 + i), () => isOver)),
      askUntil(
        star,
        seeded(seed + 60),
        () => isOver,
        () => isMended,
      ),
    ])
    people.catch(() => {
      isOver = true
    })
    const blows = await killSome(seeded(seed), kills, () => !scene.isOver())
    isOver = true
    await Promise.all(guests)
    for (const printer of network) {
      await printer.close()
      await printer.open()
      printer.mend()
    }
    await untilNothingWaits(storage.url())
    isMended = true
    await people
    const papers = new Map([...ids.map((id, i) => [id, network[i]?.papers ?? []] as const), [starId, star.papers]])
    return { ...(await compare(storage.url(), papers)), blows }
  })
}

const callOf =
  (url: string): StarCall =>
  async (method, path, body) => {
    try {
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(15_000) })
      return { status: response.status, body: await response.text() }
    } catch {
      return { status: 599, body: '' }
    }
  }

/** Lets one thing after another happen to a printer, each for a while. */
async function troublePrinter(printer: TestPrinter, random: Random, isOver: () => boolean): Promise<void> {
  const troubles: (() => Promise<void> | void)[] = [
    () => void Object.assign(printer, { linesLeft: 1 + random.below(12) }),
    () => void Object.assign(printer, { isCoverOpen: true }),
    () => void Object.assign(printer, { isSilent: true }),
    () => void Object.assign(printer, { isGarbage: true }),
    () => void Object.assign(printer, { isAsleep: true }),
    () => void Object.assign(printer, { resetAfter: random.below(300) }),
    () => void Object.assign(printer, { lineMs: 20 }),
    () => void Object.assign(printer, { stallAfter: random.below(300) }),
    () => printer.close(),
  ]
  while (!isOver()) {
    await sleep(1_000 + random.below(4_000))
    await random.of(troubles)()
    await sleep(random.below(3_000))
    await printer.open()
    printer.mend()
  }
}

/** Asks for work, and loses a part of what is said; nothing any more once the storm is over. */
async function askUntil(
  star: TestStarPrinter,
  random: Random,
  isOver: () => boolean,
  isMended: () => boolean,
): Promise<void> {
  star.loss = () => (isOver() || random.chance(0.97) ? undefined : random.of(['request', 'answer'] as const))
  while (!isMended()) {
    star.statusCode = isOver() || random.chance(0.95) ? '200%20OK' : '410%20Paper%20Empty'
    await star.ask()
    await sleep(20)
  }
}

/** Waits until nothing is left to print, or nothing more comes out. */
async function untilNothingWaits(url: string): Promise<void> {
  let last = ''
  for (let since = Date.now(); Date.now() - since < PATIENCE_MS; await sleep(500)) {
    const [row] = await query<{ waiting: string }>(
      url,
      "select count(*) as waiting from print_jobs where state in ('queued', 'sending')",
    )
    if (row?.waiting === '0') return
    if (row?.waiting !== last) since = Date.now()
    last = row?.waiting ?? ''
  }
}

/** Compares what lies at the printers with what the database says. Each printer has the tickets of a station of its own. */
async function compare(url: string, papers: ReadonlyMap<number, readonly string[]>) {
  const [all] = await query<{ orders: string; tickets: string }>(
    url,
    'select count(*) as orders, sum(jsonb_array_length(tickets)) as tickets from orders',
  )
  const jobs = await query<{ printer_id: string; order_id: string; state: string }>(
    url,
    'select printer_id, order_id, state from print_jobs',
  )
  const faults = jobs.length === Number(all?.tickets) ? [] : [`${all?.tickets} tickets have ${jobs.length} jobs`]
  for (const [printer, lying] of papers) {
    const counts = Map.groupBy(lying, (paper) => /#(\d+)/.exec(paper)?.[1] ?? 'nothing')
    const states = new Map(
      jobs.filter((job) => Number(job.printer_id) === printer).map((job) => [job.order_id, job.state]),
    )
    for (const order of new Set([...counts.keys(), ...states.keys()])) {
      const count = counts.get(order)?.length ?? 0
      const state = states.get(order) ?? 'without a job'
      const isNamed = ['unconfirmed', 'failed', 'expired'].includes(state)
      if (state === 'printed' ? count !== 1 : !isNamed || count > 1)
        faults.push(`order ${order} lies ${count} times at printer ${printer}, and is ${state}`)
    }
  }
  const named = jobs.filter(({ state }) => state !== 'printed').length
  return { faults, orders: Number(all?.orders), papers: [...papers.values()].flat().length, named }
}

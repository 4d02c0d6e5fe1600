import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '#server/testing/databases.ts'
import { fiscalMachine } from '#server/testing/fiscal-bridge.ts'
import type { DriverManner } from '#server/testing/fiscal-driver.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { Recorded } from '#shared/contracts/payments.ts'
import { type Scene, sendRequest, sendUntilAnswered } from './guest.ts'
import { type Random, seeded } from './random.ts'
import { onTwoServers } from './several/two-servers.ts'

const WAITERS = 3
const MANNERS: DriverManner[] = [
  'at once',
  'at once',
  'late',
  'half',
  'half, then whole',
  'twice',
  'wrongly',
  'silent',
  'deaf',
]
const PROFILE = {
  groups: { none: 2 },
  ...{ depositGroup: 4, tipGroup: 4, articleGroup: 1, codes: { 1: 1, 2: 2, 3: 4 }, withTaxNumber: true },
}
/** Two minutes are too long for a storm: what was handed over for as long as this counts as older than that. */
const ANSWER_WITHIN_MS = 4_000

/**
 * People of the floor are paid on two instances behind a proxy, and take payments back, while a real bridge hands receipts
 * to a driver of many manners; instances and bridge are killed. At the end no receipt is on paper twice, none that is
 * called printed or refused is so wrongly, and each paid line stands on one receipt.
 */
export function fiscalStorm(seed: number, kills: number, killsOfBridge: number) {
  return onTwoServers({ patienceMs: 240_000 }, async ({ scene: open, cookie, storage, closers, killSome }) => {
    const url = storage.url()
    await query(url, 'update settings set payments = true')
    const ask = async <Body>(method: string, path: string, body: object) =>
      (await sendRequest(open, method, path, body, { cookie }))?.body as Body
    const { id } = await ask<{ id: number }>('POST', '/api/printers', {
      kind: 'fiscal',
      name: 'Casa',
      profile: PROFILE,
    })
    const { token } = await ask<{ token: string }>('POST', `/api/printers/${id}/token`, {})
    await ask('PATCH', '/api/settings', { fiscal: true })
    const machine = fiscalMachine(open.url, { answer: 1_000 })
    machine.configure({ token })
    closers.push(machine.end)
    let isOver = false
    const scene: Scene = { ...open, isOver: () => isOver }
    const waiters = Promise.all(
      Array.from({ length: WAITERS }, (_, i) => serve(scene, cookie, `seed ${seed}, ${i}`, seeded(seed + 1 + i))),
    )
    waiters.catch(() => {})
    const bridges = killBridges(seeded(seed + 90), killsOfBridge, machine, () => isOver)
    bridges.catch(() => {})
    const hand = moveClock(url, () => isOver)
    let isBridgesEnd = false
    void bridges.finally(() => {
      isBridgesEnd = true
    })
    const blows = await killSome(seeded(seed), kills, () => !isBridgesEnd)
    isOver = true
    await waiters
    const bridgeBlows = await bridges
    machine.driver.manner = 'at once'
    machine.start()
    await untilNothingIsUnderWay(url)
    await hand
    return { ...(await compareReceipts(url, machine.driver.papers)), blows: [...blows, ...bridgeBlows] }
  })
}

async function serve(scene: Scene, cookie: string, name: string, random: Random): Promise<void> {
  const send = async <Body>(path: string, key: string, body: object, statuses = [201]) =>
    (await sendUntilAnswered(scene, path, key, body, { cookie, statuses })).body as Body
  for (let count = 0; !scene.isOver(); count++) {
    const key = `${name}, ${count}`
    const dish = random.of(scene.stock.dishes)
    const quantity = 1 + random.below(3)
    const total = dish.price * quantity
    const { id } = await send<PlacedOrder>('/api/orders', key, {
      items: [{ menuItemId: dish.id, quantity }],
      ...{ total, customerName: 'Guest', phoneNumber: '0712345001', diningOption: 'takeaway' },
    })
    const paid = { orders: [id], due: total, amount: total, method: 2, tip: random.below(3) * 50 }
    const first = await send<Recorded>('/api/payments', `${key}, paid`, paid)
    if (random.chance(0.3)) {
      await sleep(random.below(500))
      const back = { amount: total, tip: paid.tip, method: 2, reason: 'wrong method' }
      await send(`/api/payments/${first.id}/reverse`, `${key}, back`, back)
      await send('/api/payments', `${key}, anew`, { ...paid, method: 1 })
    }
    await sleep(300 + random.below(1_200))
  }
}

/** Kills the bridge at any moment, and lets the driver behave otherwise. */
async function killBridges(
  random: Random,
  kills: number,
  machine: ReturnType<typeof fiscalMachine>,
  isOver: () => boolean,
): Promise<string[]> {
  const blows: string[] = []
  let bridge = machine.start()
  while (blows.length < kills && !isOver()) {
    machine.driver.manner = random.of(MANNERS)
    await sleep(100 + random.below(1_200))
    bridge.process.kill('SIGKILL')
    await bridge.exited
    blows.push('bridge')
    bridge = machine.start()
  }
  bridge.process.kill('SIGKILL')
  await bridge.exited
  return blows
}

/** Makes two minutes of a few seconds. */
async function moveClock(url: string, isOver: () => boolean): Promise<void> {
  const age = `update fiscal_receipts set changed_at = now() - interval '121 s'
    where state = 'handed' and changed_at < now() - interval '${ANSWER_WITHIN_MS} ms'`
  for (; !isOver(); await sleep(1_000)) await query(url, age)
}

async function untilNothingIsUnderWay(url: string): Promise<void> {
  const open = "select from fiscal_receipts where state in ('waiting', 'handed')"
  for (let tries = 0; (await query(url, open)).length > 0; tries++) {
    if (tries > 400) throw new Error('receipts are still under way')
    await sleep(500)
  }
}

type Papers = ReturnType<typeof fiscalMachine>['driver']['papers']

async function compareReceipts(url: string, papers: Papers) {
  const receipts = await query<{ id: string; state: string; names: string[]; total: number }>(
    url,
    `select id, state, names, (select sum((payment ->> 'amount')::int)::int from jsonb_array_elements(payments) payment) as total
      from fiscal_receipts order by id`,
  )
  const faults = receipts.flatMap(({ id, state, names, total }) => {
    const own = papers.filter(({ name }) => names.includes(name))
    const least = state === 'printed' ? 1 : 0
    const most = state === 'printed' || state === 'unclear' ? 1 : 0
    const wrongTotal = own.filter(({ paper }) => paper.total !== total)
    return [
      ...(own.length < least || own.length > most ? [`receipt ${id} is ${state}, and on ${own.length} papers`] : []),
      ...wrongTotal.map(({ paper }) => `receipt ${id} of ${total} is on paper with ${paper.total}`),
    ]
  })
  const known = new Set(receipts.flatMap(({ names }) => names))
  for (const { name } of papers) if (!known.has(name)) faults.push(`the paper ${name} is of no receipt`)
  const lines = await query<{ id: string; count: number }>(
    url,
    `select order_items.id, count(fiscal_receipts.id)::int as count
      from order_items join orders on orders.id = order_id and orders.paid = orders.total and orders.total > 0
      left join fiscal_receipts on item_ids @> array[order_items.id] and fiscal_receipts.state <> 'withdrawn'
      group by order_items.id having count(fiscal_receipts.id) <> 1`,
  )
  for (const { id, count } of lines) faults.push(`the paid line ${id} stands on ${count} receipts`)
  const counted = Map.groupBy(receipts, ({ state }) => state)
  const states = Object.fromEntries([...counted].map(([state, all]) => [state, all.length]))
  return { faults, receipts: receipts.length, papers: papers.length, ...states }
}

import { expect, it } from 'vitest'
import { printOnDevice } from '#server/testing/fiscal-device.ts'
import { CARD, CASH, HOUSE, SOUP } from '#server/testing/paying.ts'
import { receiptsFixture } from '#server/testing/receipts.ts'
import type { MadeReceipt } from '#shared/contracts/fiscal.ts'

const fixture = receiptsFixture()
const { server, call, place, soups, pay, reverse, setStatus, change, next, answer, decide } = fixture

const STEPS = process.env.MASA_TESTS === 'long' ? 1_500 : 200
const GUESTS = ['Ana', 'Dan', undefined]
const ANSWERS = ['BONOK=1\r\nNRBON=7', 'BONOK=0\r\nERRCODE=1', '', 'BONO']

/** A generator of Mulberry32: the steps are the same in each run. */
function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, of: <Value>(values: readonly Value[]) => values[below(values.length)] as Value }
}

const rows = async <Row>(text: string) => (await server.connection.db.$client.query(text)).rows as Row[]

/** What must hold after each step, as the rows that break it. */
const BROKEN = [
  `select item, array_agg(id) from fiscal_receipts, unnest(item_ids) item where state <> 'withdrawn'
    group by item having count(*) > 1`,
  `select payment, array_agg(id) from fiscal_receipts, unnest(payment_ids) payment where state <> 'withdrawn'
    group by payment having count(*) > 1`,
  // What was handed over sums to the ban; anything else was refused before.
  `select id from fiscal_receipts where kind = 'receipt' and names <> '{}' and
    (select sum((line ->> 'unitPrice')::bigint * (line ->> 'quantity')::bigint / 1000 - (line ->> 'discount')::bigint)
      from jsonb_array_elements(lines) line) is distinct from
    (select sum((payment ->> 'amount')::bigint) from jsonb_array_elements(payments) payment)`,
  // Settled, with nothing taken back, off or on the house: each line stands on one receipt.
  `select orders.id from orders join order_items on order_id = orders.id
    where paid = total and unpaid = 0 and status <> 'cancelled' and not exists (
        with recursive bill (id) as (
          select orders.id union select unnest(entry.order_ids) from bill join day_entries entry on entry.order_ids @> array[bill.id])
        select from bill join orders other on other.id = bill.id
        where other.paid <> other.total or other.status = 'cancelled'
          or exists (select from order_items taken where taken.order_id = other.id and taken.removed_quantity > 0)
          or exists (select from day_entries entry where entry.order_ids @> array[other.id]
            and (entry.kind = 'reversal' or entry.method_kind = 'house')))
      and (select count(*) from fiscal_receipts where item_ids @> array[order_items.id] and state <> 'withdrawn') <> 1`,
]

it('each line and payment stands on at most one receipt, which sums to the ban, whatever happens', async () => {
  await change({ houseLimit: 1_000_000 })
  const random = randomFrom(74)
  const orders: number[] = []
  const counts = new Map<string, number>()
  const dueOf = async (ids: number[]) =>
    (
      await rows<{ due: number }>(
        `select coalesce(sum(case when ended_at is null then total - paid else unpaid end), 0)::int as due
        from orders where id in (${ids.join(', ')})`,
      )
    )[0]?.due ?? 0
  const acts: Record<string, () => Promise<unknown>> = {
    async order() {
      const items = GUESTS.flatMap((guest) => (random.below(2) ? soups(1 + random.below(3), guest).items : []))
      if (items.length === 0) return
      const total = items.reduce((sum, { quantity }) => sum + quantity * SOUP, 0)
      orders.push((await place({ items, total })).id)
    },
    async pay() {
      const ids = [...new Set([random.of(orders.slice(-4)), random.of(orders.slice(-4))])]
      const due = await dueOf(ids)
      if (due <= 0) return
      const isWhole = random.below(2) === 0
      const amount = isWhole ? due : Math.min(due, SOUP * (1 + random.below(2)))
      const method = random.of([CARD, CARD, CARD, CASH, CASH, CASH, CASH, HOUSE])
      const isHouse = method === HOUSE
      const more = isHouse ? { reason: 'ours' } : { tip: random.below(3) * 100 }
      const response = await pay({ orders: ids, due, amount, method, guestName: random.of(GUESTS), ...more }, 'owner')
      expect([response.statusCode, response.body]).toEqual([201, expect.any(String)])
    },
    async reverse() {
      const left = await rows<{ id: string; kind: string; amount: number; tip: number }>(
        `select paid.id, paid.method_kind as kind, (paid.amount + coalesce(sum(back.amount), 0))::int as amount,
            (paid.tip + coalesce(sum(back.tip), 0))::int as tip
          from day_entries paid left join day_entries back on back.reverses_id = paid.id where paid.kind = 'payment'
          group by paid.id having paid.amount + coalesce(sum(back.amount), 0) > 0 order by paid.id desc limit 4`,
      )
      if (left.length === 0) return
      const { id, kind, amount, tip } = random.of(left)
      const method = kind === 'house' ? HOUSE : random.of([CARD, CASH])
      await reverse(Number(id), { amount: random.below(2) ? amount : Math.min(amount, SOUP), tip, method }, 'owner')
    },
    async takeOff() {
      const [line] = await rows<{ order: string; id: string; quantity: number }>(
        `select order_id as order, id, quantity from order_items where order_id = ${random.of(orders.slice(-4))} limit 1`,
      )
      if (line && line.quantity > 1)
        await call('floor', 'PATCH', `/orders/${line.order}/items/${line.id}`, { quantity: line.quantity - 1 })
    },
    cancel: () => setStatus(random.of(orders.slice(-4)), 'cancelled'),
    reopen: () => setStatus(random.of(orders.slice(-4)), 'pending'),
    async print() {
      const handed = await next()
      if (!handed) return
      const printed = printOnDevice(handed.text)
      expect([handed.text, typeof printed]).toEqual([handed.text, 'object'])
      await answer(handed.name, random.of(ANSWERS))
    },
    async decide() {
      const { receipts } = (await call('owner', 'GET', '/fiscal')).json<{ receipts: MadeReceipt[] }>()
      if (receipts.length === 0) return
      await decide(random.of(receipts).id, random.of(['printed', 'again', 'by_hand']), 'owner')
    },
  }
  // What is taken back, off or on the house is rare, because then fewer lines have to stand on a receipt.
  const rare = ['reverse', 'takeOff', 'cancel', 'reopen']
  const often = ['order', 'order', 'order', 'pay', 'pay', 'pay', 'pay', 'pay', 'print', 'print', 'decide']
  await acts.order?.()
  while (orders.length === 0) await acts.order?.()
  for (let step = 0; step < STEPS; step++) {
    const act = random.of(random.below(8) === 0 ? rare : often)
    await acts[act]?.()
    for (const broken of BROKEN) expect([step, act, await rows(broken)]).toEqual([step, act, []])
  }
  for (const { state, count } of await rows<{ state: string; count: string }>(
    'select state, count(*) from fiscal_receipts group by state',
  ))
    counts.set(state, Number(count))
  for (const state of ['printed', 'withdrawn']) expect([state, counts.get(state) ?? 0]).not.toEqual([state, 0])
}, 300_000)

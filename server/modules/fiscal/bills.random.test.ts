import { expect, it } from 'vitest'
import { CARD, CASH, HOUSE, SOUP } from '#server/testing/paying.ts'
import { receiptsFixture } from '#server/testing/receipts.ts'
import type { MadeReceipt } from '#shared/contracts/fiscal.ts'
import { printOnDevice } from '#shared/domain/fiscal/device.fixture.ts'

const fixture = receiptsFixture()
const { server, call, place, soups, pay, reverse, setStatus, change, next, answer, decide, leftOf, keyIn } = fixture

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

/** The payments that were recorded while receipts were off. */
const off: number[] = []

/** What must hold after each step, as the rows that break it. */
const broken = () => [
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
            and (entry.kind = 'reversal' or entry.method_kind = 'house' or entry.id = any('{${off}}'))))
      and (select count(*) from fiscal_receipts where item_ids @> array[order_items.id] and state <> 'withdrawn') <> 1`,
]

interface PaidOrder {
  id: number
  isOver: boolean
  due: number
}
interface NetPayment {
  id: number
  orders: number[]
  money: number
  tip: number
  shares: Record<string, number>
}

/** The bills with what was taken, what of it stands on receipts, and what these say; counted without the product. */
async function countBills() {
  const orders = await rows<PaidOrder>(
    `select id::int, status in ('completed', 'cancelled') as "isOver",
      (case when ended_at is null then total - paid else unpaid end)::int as due from orders`,
  )
  const payments = await rows<NetPayment>(
    `select paid.id::int, paid.order_ids::int[] as orders, (paid.method_kind <> 'house')::int as money,
      (select sum(tip) from day_entries where coalesce(reverses_id, id) = paid.id)::int as tip,
      (select json_object_agg(order_id, amount) from (
        select order_id, sum(entry_shares.amount) as amount from entry_shares join day_entries on id = entry_id
        where coalesce(reverses_id, id) = paid.id group by 1) shared) as shares
    from day_entries paid where kind = 'payment'`,
  )
  const receipts = await rows<{ orders: number[]; payments: number[]; sum: number }>(
    `select order_ids::int[] as orders, payment_ids::int[] as payments, coalesce(
        (select sum((payment ->> 'amount')::int) from jsonb_array_elements(payments) payment), 0)::int as sum
      from fiscal_receipts where state <> 'withdrawn'`,
  )
  const billOf = new Map(orders.map(({ id }) => [id, new Set([id])]))
  for (const { orders: together } of payments) {
    const bill = new Set(together.flatMap((id) => [...(billOf.get(id) ?? [])]))
    for (const id of bill) billOf.set(id, bill)
  }
  const held = new Set(receipts.flatMap((receipt) => receipt.payments))
  return [...new Set(billOf.values())].map((bill) => {
    const own = payments.filter((payment) => payment.orders.some((id) => bill.has(id)))
    const shareOf = (id: number, isOff: boolean) =>
      own.flatMap((payment) => (off.includes(payment.id) === isOff ? (payment.shares[id] ?? []) : []))
    const isOffAlone = (id: number) => shareOf(id, true).length > 0 && sum(shareOf(id, false)) === 0
    const counted = orders.filter(({ id }) => bill.has(id) && !isOffAlone(id))
    const moneyOf = (one: NetPayment) => {
      const shares = counted.flatMap(({ id }) => one.shares[id] ?? [])
      return shares.length > 0 ? one.money * (sum(shares) + one.tip) : 0
    }
    return {
      orderIds: counted.map(({ id }) => id).sort((a, b) => a - b),
      isLast:
        counted.every(({ isOver }) => isOver) ||
        sum(counted.map(({ due }) => due)) === 0 ||
        counted.some(({ id }) => shareOf(id, true).length > 0),
      taken: sum(own.map(moneyOf)),
      onReceipts: sum(own.filter(({ id }) => held.has(id)).map(moneyOf)),
      stands: sum(
        receipts.filter((receipt) => receipt.orders.some((id) => bill.has(id))).map((receipt) => receipt.sum),
      ),
    }
  })
}
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

/** Of every bill: what was taken = standing receipts + by hand + left + still open. */
async function sumsUp() {
  const left = await leftOf()
  const seen = (await countBills()).map(({ orderIds, isLast, taken, onReceipts, stands }) => {
    const amount = left.find((row) => `${row.orderIds}` === `${orderIds}`)?.amount ?? 0
    // On no receipt and not left is what was paid anew for what was given back after its receipt.
    const anew = taken - onReceipts - amount
    const isRight = isLast ? anew >= 0 && anew <= Math.max(0, stands - onReceipts) : amount === 0
    return isRight ? 0 : { orderIds, isLast, taken, onReceipts, stands, amount }
  })
  return seen.filter((row) => row !== 0)
}

it('each line and payment stands on at most one receipt, which sums to the ban, whatever happens', async () => {
  await change({ houseLimit: 1_000_000 })
  const random = randomFrom(74)
  const orders: number[] = []
  let isOn = true
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
      if (!isOn) off.push(response.json<{ id: number }>().id)
    },
    async switch() {
      isOn = !isOn
      await change({ fiscal: isOn })
    },
    complete: () => setStatus(random.of(orders.slice(-4)), 'completed', { withoutPayment: true }),
    async keyIn() {
      const [row] = await leftOf()
      if (row) expect((await keyIn({ orderIds: row.orderIds, amount: row.amount })).statusCode).toBe(201)
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
  const rare = ['reverse', 'takeOff', 'cancel', 'reopen', 'switch', 'complete', 'complete', 'keyIn']
  const often = ['order', 'order', 'order', 'pay', 'pay', 'pay', 'pay', 'pay', 'print', 'print', 'decide']
  await acts.order?.()
  while (orders.length === 0) await acts.order?.()
  for (let step = 0; step < STEPS; step++) {
    const act = random.of(random.below(8) === 0 ? rare : often)
    await acts[act]?.()
    for (const text of broken()) expect([step, act, await rows(text)]).toEqual([step, act, []])
    // It reads all bills.
    if (step % Math.ceil(STEPS / 200) === 0) expect([step, act, await sumsUp()]).toEqual([step, act, []])
    if (!isOn && random.below(2)) await acts.switch?.()
  }
  for (const { state, count } of await rows<{ state: string; count: string }>(
    'select state, count(*) from fiscal_receipts group by state',
  ))
    counts.set(state, Number(count))
  for (const state of ['printed', 'withdrawn']) expect([state, counts.get(state) ?? 0]).not.toEqual([state, 0])
}, 300_000)

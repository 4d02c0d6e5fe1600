import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentProfile } from '#shared/contracts/fiscal-device.ts'
import type { Payment } from '#shared/contracts/payments.ts'
import { linesTotal } from '../money.ts'
import type { OrderStatus } from '../orders/order.ts'
import { dueOf, sharesBack, sharesOf, sumsAfter, unpaidAfter } from '../payments/due.ts'
import type { MethodKind } from '../payments/methods.ts'
import { type ConnectedBill, dueReceipts, leftMoney, type NewFiscalReceipt, type SoldLine } from './bill-receipts.ts'
import { printOnDevice } from './device.fixture.ts'
import { fiscalText } from './fiscal-text.ts'

const [CASH, CARD, VOUCHER, HOUSE] = [1, 2, 3, 4]
const KINDS: Record<number, MethodKind> = { 1: 'cash', 2: 'card', 3: 'voucher', 4: 'house' }
const PROFILE = sentProfile.parse({
  groups: { '21': 1, '11': 2, none: 3 },
  ...{ depositGroup: 4, tipGroup: 4, articleGroup: 1, withTaxNumber: true },
  codes: { [CASH]: 1, [CARD]: 2, [VOUCHER]: 4 },
})
const DEVICE = { groups: [1, 2, 3, 4], nameMax: 36 }

type Sold = Partial<Omit<SoldLine, 'id'>> & { price: number }
type Paid = { method?: number; tip?: number; guestName?: string | null; only?: number[] }

/** A table whose orders are paid as the server does, with the receipts that were made. */
class Table {
  orders: { id: number; lines: SoldLine[]; status: OrderStatus; paid: number; unpaid: number }[] = []
  payments: (ConnectedBill['payments'][number] & Pick<Payment, 'method' | 'left'>)[] = []
  receipts: (NewFiscalReceipt & { isWaiting?: boolean })[] = []
  /** Whether the device takes none: receipts can be withdrawn. */
  isWaiting = false
  isFromBefore = false
  private ids = 0

  order(...lines: Sold[]): number {
    const id = ++this.ids
    const blank = {
      name: 'Dish',
      nameRo: '',
      quantity: 1,
      guestName: null,
      vatRate: 11,
      vatShares: null,
      isDeposit: false,
    }
    const sold = lines.map((line) => ({ ...blank, ...line, id: ++this.ids }))
    this.orders.push({ id, lines: sold, status: 'delivered', paid: 0, unpaid: 0 })
    return id
  }

  private of(id: number) {
    const order = this.orders.find((one) => one.id === id)
    if (!order) throw new Error('no order')
    return order
  }
  private sumsOf = (order: ReturnType<Table['of']>) => ({ ...order, total: linesTotal(order.lines) })
  dueOf = (id: number) => dueOf(this.sumsOf(this.of(id)))

  get due() {
    return this.orders.reduce((sum, { id }) => sum + this.dueOf(id), 0)
  }

  get bill(): ConnectedBill {
    const orders = this.orders.map(({ id, status, lines }) => {
      return { id, status, due: this.dueOf(id), lines: status === 'cancelled' ? [] : lines }
    })
    return { orders, payments: this.payments, receipts: this.receipts, isFromBefore: this.isFromBefore }
  }

  get left() {
    return leftMoney(this.bill)
  }

  /** Pays, and makes the receipts that are due. @returns them */
  pay(amount: number, { method = CARD, tip = 0, guestName = null, only }: Paid = {}) {
    const owing = this.orders
      .filter(({ id }) => only?.includes(id) ?? true)
      .map(({ id }) => ({ id, due: this.dueOf(id) }))
    this.add({ reverses: null, method, amount, tip, guestName, orders: sharesOf(owing, amount) })
    return this.makeReceipts()
  }

  takeBack(index: number, amount: number, tip: number, method = CARD) {
    const payment = this.payments.filter(({ reverses }) => reverses === null)[index]
    if (!payment) throw new Error('no payment')
    payment.left.amount -= amount
    payment.left.tip -= tip
    const own = this.payments.filter((entry) => entry === payment || entry.reverses === payment.id)
    const has = payment.orders.map(({ orderId }) => {
      const shares = own.flatMap((entry) => entry.orders).filter((share) => share.orderId === orderId)
      return { orderId, amount: shares.reduce((sum, share) => sum + share.amount, 0), due: this.dueOf(orderId) }
    })
    this.add({ reverses: payment.id, method, amount: 0, tip: 0, guestName: null, orders: sharesBack(has, amount) })
    return this.makeReceipts(({ paymentIds }) => paymentIds.includes(payment.id))
  }

  takeOff(id: number) {
    const [gone] = this.of(id).lines.splice(0, 1)
    return this.makeReceipts(({ itemIds }) => itemIds.includes(gone?.id ?? 0))
  }

  end(id: number, status: 'completed' | 'cancelled') {
    const order = this.of(id)
    Object.assign(order, { status, unpaid: unpaidAfter(this.sumsOf(order), status, true) })
    if (status === 'completed') return []
    return this.makeReceipts(({ itemIds }) => order.lines.some((line) => itemIds.includes(line.id)))
  }

  /** What people have keyed in of what is left. */
  keyIn() {
    const { payments = [], paymentIds = [] } = this.left ?? {}
    this.receipts.push({ guestName: null, lines: [], payments, itemIds: [], paymentIds })
  }

  private add({ method, amount, tip, ...entry }: { method: number; amount: number; tip: number } & Entered) {
    const kind = KINDS[method] ?? 'other'
    this.payments.push({
      ...{ ...entry, id: ++this.ids, method: { id: method, kind, name: '', nameRo: '' }, left: { amount, tip } },
    })
    for (const share of entry.orders) {
      const order = this.of(share.orderId)
      Object.assign(order, sumsAfter(this.sumsOf(order), share, entry.reverses !== null))
    }
  }

  /** @param isUndone whether something of a receipt was taken back, which withdraws it while it waits */
  private makeReceipts(isUndone: (receipt: NewFiscalReceipt) => boolean = () => false) {
    this.receipts = this.receipts.filter((receipt) => !receipt.isWaiting || !isUndone(receipt))
    const made = dueReceipts(this.bill)
    this.receipts.push(...made.map((receipt) => ({ ...receipt, isWaiting: this.isWaiting })))
    return made.map(({ guestName, lines, payments }) => {
      const result = fiscalText({ lines, payments, taxNumber: null }, PROFILE)
      if ('refused' in result) return result
      const printed = printOnDevice(result.text, DEVICE)
      if (typeof printed === 'string') throw new Error(`${printed}\n${result.text}`)
      return { guestName, text: result.text.trimEnd().split('\r\n'), printed }
    })
  }
}
type Entered = Pick<ConnectedBill['payments'][number], 'reverses' | 'guestName' | 'orders'>

const textsOf = (made: ReturnType<Table['pay']>) => made.map((one) => ('text' in one ? one.text : one))

describe('the receipts of a bill', () => {
  it('are one, when nothing is owed any more: of several orders, methods and equal parts', () => {
    const table = new Table()
    table.order({ name: 'Pizza', price: 3200, quantity: 2 }, { name: 'Free', price: 0 })
    expect(table.pay(3200)).toEqual([])
    table.order({ name: 'Wine', nameRo: 'Vin roșu', price: 2800, vatRate: 21 })
    expect(table.pay(3000, { tip: 300 })).toEqual([])
    expect(textsOf(table.pay(3000, { method: CASH, tip: 200 }))).toEqual([
      [
        ...['S^Pizza^3200^2000^buc^2^1', 'S^Vin rosu^2800^1000^buc^1^1', 'S^Bacsis^500^1000^buc^4^1'],
        ...['P^2^6500', 'P^1^3200'],
      ],
    ])
  })

  it('come at the end for lines without a name, though these are paid exactly', () => {
    const table = new Table()
    table.order({ name: 'A', price: 100 }, { name: 'B', price: 200, guestName: 'Dan' })
    expect(table.pay(100)).toEqual([])
    expect(textsOf(table.pay(200))).toEqual([['S^A^100^1000^buc^2^1', 'S^B^200^1000^buc^2^1', 'P^2^300']])
  })

  it('come when all is given back that is to be', () => {
    const table = new Table()
    table.order({ name: 'A', price: 100 }, { name: 'B', price: 50 })
    table.pay(120)
    table.orders[0]?.lines.pop()
    expect(table.takeBack(0, 10, 0)).toEqual([])
    expect(textsOf(table.takeBack(0, 10, 0))).toEqual([['S^A^100^1000^buc^2^1', 'P^2^100']])
  })

  it('come after what stands on a receipt: the next round is another', () => {
    const table = new Table()
    table.order({ name: 'One', price: 100 })
    table.pay(100)
    table.order({ name: 'Two', price: 200 })
    expect(textsOf(table.pay(200))).toEqual([['S^Two^200^1000^buc^2^1', 'P^2^200']])
  })

  it('spread what the house gives over items by largest remainder, and never over a deposit', () => {
    const table = new Table()
    const deposit = { name: 'SGR', price: 50, isDeposit: true, vatRate: null }
    table.order({ name: 'Pizza', price: 3200, quantity: 2 }, { name: 'Wine', price: 2800, vatRate: 21 }, deposit)
    expect(table.pay(1000, { method: HOUSE })).toEqual([])
    expect(textsOf(table.pay(8250))).toEqual([
      [
        ...['S^Pizza^3200^2000^buc^2^1', 'DV^696', 'S^Wine^2800^1000^buc^1^1', 'DV^304', 'S^SGR^50^1000^buc^4^1'],
        'P^2^8250',
      ],
    ])
  })

  it('have ties of the remainder at the earlier line, and no line at 0', () => {
    const tied = new Table()
    tied.order({ name: 'A', price: 100 }, { name: 'B', price: 100 })
    tied.pay(1, { method: HOUSE })
    expect(textsOf(tied.pay(199))[0]).toEqual(['S^A^100^1000^buc^2^1', 'DV^1', 'S^B^100^1000^buc^2^1', 'P^2^199'])
    const small = new Table()
    small.order({ name: 'A', price: 1 }, { name: 'Free', price: 0, isDeposit: true }, { name: 'B', price: 1 })
    small.pay(1, { method: HOUSE })
    expect(textsOf(small.pay(1))[0]).toEqual(['S^B^1^1000^buc^2^1', 'P^2^1'])
  })

  it('are refused if the house gave what only a deposit could lower, and none if it gave all', () => {
    const given = new Table()
    given.order({ price: 100 }, { price: 50, isDeposit: true })
    expect(given.pay(150, { method: HOUSE })).toEqual([])
    const partly = new Table()
    partly.order({ price: 100 }, { price: 50, isDeposit: true })
    partly.pay(120, { method: HOUSE })
    expect(partly.pay(30)).toEqual([{ refused: 'fiscal_sum', info: '50 30' }])
  })

  it('have a line for each rate of a set menu, with its quantity where the bani stay whole', () => {
    const shares = [
      { rate: 11, weight: 3400 },
      { rate: 21, weight: 1100 },
    ]
    const table = new Table()
    table.order({ name: 'Meniu', price: 4500, quantity: 2, vatShares: shares }, { name: 'Extra', price: 300 })
    expect(textsOf(table.pay(9300))[0]).toEqual([
      ...[
        'S^TVA 11% Meniu^3400^2000^buc^2^1',
        'S^TVA 21% Meniu^1100^2000^buc^1^1',
        'S^Extra^300^1000^buc^2^1',
        'P^2^9300',
      ],
    ])
    const uneven = new Table()
    uneven.order({ name: 'Meniu', price: 4501, quantity: 3, vatShares: shares })
    expect(textsOf(uneven.pay(13_503))[0]).toEqual([
      ...['S^3 x TVA 11% Meniu^10202^1000^buc^2^1', 'S^3 x TVA 21% Meniu^3301^1000^buc^1^1', 'P^2^13503'],
    ])
    const alike = new Table()
    alike.order({ name: 'Meniu', price: 4500, vatRate: null, vatShares: shares.slice(0, 1) })
    expect(textsOf(alike.pay(4500))[0]).toEqual(['S^Meniu^4500^1000^buc^2^1', 'P^2^4500'])
  })
})

describe('the receipt of a guest', () => {
  it('comes when the own lines are paid exactly, from whichever orders; the rest comes at the end', () => {
    const table = new Table()
    table.order({ name: 'Tea', price: 900, guestName: 'Dan' }, { name: 'Bread', price: 100 })
    table.order({ name: 'Soup', price: 1800, guestName: 'Ana' })
    expect(table.pay(1800, { guestName: 'Ana', tip: 200 })).toMatchObject([
      { guestName: 'Ana', text: ['S^Soup^1800^1000^buc^2^1', 'S^Bacsis^200^1000^buc^4^1', 'P^2^2000'] },
    ])
    expect(table.pay(500, { guestName: 'Dan' })).toEqual([])
    expect(table.pay(500, { method: CASH })).toMatchObject([
      { guestName: null, text: ['S^Tea^900^1000^buc^2^1', 'S^Bread^100^1000^buc^2^1', 'P^2^500', 'P^1^500'] },
    ])
  })

  it('is one for two guests of one name, and comes again for the next round', () => {
    const table = new Table()
    table.order({ name: 'A', price: 100, guestName: 'Ana' }, { name: 'B', price: 200, guestName: 'Ana' })
    expect(table.pay(100, { guestName: 'Ana' })).toEqual([])
    expect(table.pay(200, { guestName: 'Ana' })).toMatchObject([{ guestName: 'Ana', printed: { total: 300 } }])
    table.order({ name: 'C', price: 400, guestName: 'Ana' }, { name: 'D', price: 500 })
    expect(table.pay(400, { guestName: 'Ana' })).toMatchObject([{ guestName: 'Ana', printed: { total: 400 } }])
    expect(table.pay(500)).toMatchObject([{ guestName: null, printed: { total: 500 } }])
  })
})

describe('what was taken back', () => {
  it('before the receipt stands on none, whatever it was given back by', () => {
    const table = new Table()
    table.order({ price: 100 })
    table.pay(60, { tip: 10, method: CASH })
    table.takeBack(0, 60, 10, CASH)
    table.pay(60)
    table.takeBack(1, 10, 0, CASH)
    expect(textsOf(table.pay(50, { method: VOUCHER }))).toEqual([['S^Dish^100^1000^buc^2^1', 'P^2^50', 'P^4^50']])
  })

  it('after the receipt and paid anew by another method gets no other one, also beside the next round', () => {
    const table = new Table()
    table.order({ name: 'One', price: 100 })
    table.pay(100, { method: CASH, tip: 10 })
    expect(table.takeBack(0, 100, 10, CASH)).toEqual([])
    expect(table.pay(100, { tip: 10 })).toEqual([])
    table.order({ name: 'Two', price: 30 })
    expect(textsOf(table.pay(30))).toEqual([['S^Two^30^1000^buc^2^1', 'P^2^30']])
    const together = new Table()
    together.order({ price: 100 })
    together.pay(100)
    together.takeBack(0, 100, 0)
    together.order({ name: 'Two', price: 30 })
    expect(textsOf(together.pay(130))).toEqual([['S^Two^30^1000^buc^2^1', 'P^2^30']])
  })

  it('that makes the due 0 makes a receipt; after a dish was taken off a receipt, it makes none', () => {
    const table = new Table()
    table.order({ name: 'A', price: 100 })
    table.order({ name: 'B', price: 50 })
    table.pay(100)
    table.orders[0]?.lines.pop()
    expect(textsOf(table.takeBack(0, 50, 0))).toEqual([['S^B^50^1000^buc^2^1', 'P^2^50']])
    table.orders[1]?.lines.pop()
    expect(table.takeBack(0, 50, 0)).toEqual([])
    table.order({ name: 'C', price: 70 })
    expect(textsOf(table.pay(70))).toEqual([['S^C^70^1000^buc^2^1', 'P^2^70']])
  })

  it('leaves no exact receipt where lines that stand on one stay paid by nobody', () => {
    const table = new Table()
    table.order({ name: 'A', price: 100 })
    table.pay(100)
    table.order({ name: 'B', price: 150 })
    table.orders[0]?.lines.pop()
    expect(table.pay(50)).toEqual([{ refused: 'fiscal_sum', info: '150 50' }])
  })
})

it('orders that get no receipt take their share of a payment with them', () => {
  const table = new Table()
  const before = table.order({ price: 100 })
  table.order({ name: 'B', price: 50 })
  table.payments.push(
    ...[{ orderId: before, amount: 100 }].map((share) => ({
      ...{ id: 1000, reverses: null, guestName: null, left: { amount: 150, tip: 0 } },
      ...{ method: { id: CASH ?? 0, kind: 'cash' as const, name: '', nameRo: '' } },
      orders: [share, { orderId: before + 2, amount: 50 }],
    })),
  )
  const orders = table.bill.orders.slice(1).map((order) => ({ ...order, due: 0 }))
  const [receipt] = dueReceipts({ ...table.bill, orders })
  expect(receipt).toMatchObject({ lines: [{ name: 'B' }], payments: [{ method: CASH, amount: 50 }] })
})

describe('money on no receipt', () => {
  const CANCELLED = 'cancelled'
  it.each<[string, (table: Table) => void, object | undefined]>([
    ['of an open bill', (table) => table.pay(60), undefined],
    [
      'of one that ended with something due',
      (table) => {
        table.pay(60, { tip: 5 })
        table.end(1, 'completed')
      },
      { orderIds: [1], amount: 65, why: 'unpaid', payments: [{ method: CARD, amount: 65 }] },
    ],
    [
      'of which a line was taken off',
      (table) => {
        table.pay(100)
        table.takeOff(1)
        table.end(1, 'completed')
      },
      { amount: 100, why: 'taken_off' },
    ],
    [
      'of which one order was cancelled',
      (table) => {
        const other = table.order({ price: 50 })
        table.pay(150)
        table.end(1, CANCELLED)
        expect(table.left).toBeUndefined()
        table.end(other, 'completed')
      },
      { amount: 150, why: 'cancelled' },
    ],
    [
      'that was cancelled',
      (table) => {
        table.pay(100)
        table.end(1, CANCELLED)
      },
      { orderIds: [1], amount: 100, why: 'cancelled' },
    ],
    [
      'that was paid in part before',
      (table) => {
        table.isFromBefore = true
        table.pay(60, { method: HOUSE })
        table.pay(10, { method: CASH })
        table.pay(30)
      },
      {
        ...{ amount: 40, why: 'before' },
        payments: [
          { method: CASH, amount: 10 },
          { method: CARD, amount: 30 },
        ],
      },
    ],
    [
      'of a tip that came with a payment anew',
      (table) => {
        table.isWaiting = false
        table.pay(100, { tip: 10 })
        table.takeBack(0, 100, 10)
        table.pay(100, { tip: 25 })
      },
      { amount: 15, why: 'tip', payments: [{ method: CARD, amount: 15 }] },
    ],
    [
      'that was given back and paid anew for what stands on a receipt',
      (table) => {
        table.isWaiting = false
        table.pay(100, { tip: 10 })
        table.takeBack(0, 100, 10)
        table.pay(100, { tip: 10, method: CASH })
        table.end(1, 'completed')
      },
      undefined,
    ],
    [
      'paid for what the house had paid on a receipt that was printed',
      (table) => {
        table.isWaiting = false
        table.pay(1, { method: HOUSE })
        table.pay(99)
        table.takeBack(0, 1, 0, HOUSE)
        const other = table.order({ price: 80 })
        table.pay(1, { method: CASH })
        table.end(1, 'completed')
        table.end(other, 'completed')
      },
      { amount: 1, why: 'unpaid' },
    ],
    [
      'of a next round, though something of the last was given back after it ended',
      (table) => {
        table.isWaiting = false
        table.pay(100)
        table.end(1, 'completed')
        table.takeBack(0, 20, 0)
        const other = table.order({ price: 80 })
        table.pay(50)
        table.end(other, 'completed')
      },
      { amount: 50, why: 'unpaid' },
    ],
  ])('%s', (_, act, expected) => {
    const table = new Table()
    table.isWaiting = true
    table.order({ price: 60 }, { price: 40 })
    act(table)
    if (expected) expect(table.left).toMatchObject(expected)
    else expect(table.left).toBeUndefined()
    table.keyIn()
    expect(table.left).toBeUndefined()
  })

  it('goes when it is given back, or stands on a later receipt', () => {
    const back = new Table()
    const id = back.order({ price: 100 })
    back.isWaiting = true
    back.pay(100)
    back.end(id, 'cancelled')
    back.takeBack(0, 100, 0)
    expect(back.left).toBeUndefined()
    const later = new Table()
    later.end(later.order({ price: 100 }), 'completed')
    later.pay(40)
    expect(later.left).toMatchObject({ amount: 40 })
    expect(textsOf(later.pay(60))).toEqual([['S^Dish^100^1000^buc^2^1', 'P^2^100']])
    expect(later.left).toBeUndefined()
  })

  const act = fc.record({
    kind: fc.constantFrom('order', 'pay', 'pay', 'pay', 'back', 'takeOff', 'complete', 'cancel', 'keyIn', 'print'),
    ...{ at: fc.nat({ max: 50 }), part: fc.integer({ min: 1, max: 100 }), tip: fc.nat({ max: 50 }) },
    ...{ method: fc.constantFrom(CASH, CARD, HOUSE), guestName: fc.constantFrom(null, 'Ana', 'Dan') },
  })

  it('whatever happens: what was taken = standing receipts + by hand + left + still open', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 3, maxLength: 25 }), fc.boolean(), (acts, isFromBefore) => {
        const table = new Table()
        table.isFromBefore = isFromBefore
        table.isWaiting = true
        table.order({ price: 60, guestName: 'Ana' }, { price: 40 })
        for (const { kind, at, part, tip, method = CARD, guestName } of acts) {
          const order = table.orders[at % table.orders.length]
          const paid = table.payments.filter(({ reverses }) => reverses === null)
          const payment = paid[at % Math.max(1, paid.length)]
          const amount = Math.ceil((table.due * part) / 100)
          const isOpenOrder = order?.status === 'delivered'
          if (kind === 'order') table.order({ price: part, guestName }, { price: 10, quantity: 2 })
          if (kind === 'pay' && amount > 0) table.pay(amount, { method, guestName, tip: method === HOUSE ? 0 : tip })
          if (kind === 'back' && payment)
            table.takeBack(paid.indexOf(payment), Math.ceil((payment.left.amount * part) / 100), payment.left.tip)
          if (kind === 'takeOff' && order && isOpenOrder && order.lines.length > 1) table.takeOff(order.id)
          if (kind === 'complete' && order && isOpenOrder) table.end(order.id, 'completed')
          if (kind === 'cancel' && order && isOpenOrder) table.end(order.id, 'cancelled')
          if (kind === 'keyIn' && table.left) table.keyIn()
          if (kind === 'print') for (const receipt of table.receipts) receipt.isWaiting = false
          sumsUp(table)
        }
        for (const { id, status } of table.orders) if (status === 'delivered') table.end(id, 'completed')
        sumsUp(table)
        if (table.left) table.keyIn()
        expect(table.left).toBeUndefined()
        sumsUp(table)
      }),
      { numRuns: 500 },
    )
  })

  /** Counts the money of each payment once, by what stands on receipts as they were made. */
  function sumsUp(table: Table) {
    const money = table.payments.filter(({ reverses, method }) => reverses === null && method.kind !== 'house')
    const netOf = ({ left }: (typeof money)[number]) => left.amount + left.tip
    const taken = money.reduce((sum, payment) => sum + netOf(payment), 0)
    const held = new Set(table.receipts.flatMap(({ paymentIds }) => paymentIds))
    const onReceipts = money.reduce((sum, payment) => (held.has(payment.id) ? sum + netOf(payment) : sum), 0)
    const stands = table.receipts.reduce((sum, { payments }) => sum + total(payments), 0)
    const isOver = table.isFromBefore || table.due === 0 || table.orders.every(({ status }) => status !== 'delivered')
    const left = table.left?.amount ?? 0
    const anew = taken - onReceipts - left
    // Nothing is open any more: what no receipt holds was paid anew for what was given back after one was printed.
    if (isOver) expect([anew >= 0, anew <= Math.max(0, stands - onReceipts)]).toEqual([true, true])
    else expect(left).toBe(0)
    if (isOver && stands === onReceipts) expect(taken).toBe(stands + left)
  }
  const total = (payments: readonly { amount: number }[]) => payments.reduce((sum, { amount }) => sum + amount, 0)
})

describe('every bill that can be paid', () => {
  const guest = fc.constantFrom(null, 'Ana', 'Dan')
  const rate = fc.constantFrom(11, 21, null)
  const shares = fc.uniqueArray(fc.record({ rate, weight: fc.integer({ min: 1, max: 5000 }) }), {
    ...{ minLength: 1, maxLength: 3, selector: (share: { rate: number | null }) => share.rate },
  })
  const line = fc.record({
    ...{ name: fc.string({ unit: 'grapheme' }), nameRo: fc.constantFrom('', 'Mămăligă^\n') },
    ...{ price: fc.integer({ min: 0, max: 100_000 }), quantity: fc.integer({ min: 1, max: 9 }), guestName: guest },
    ...{ vatRate: rate, vatShares: fc.option(shares), isDeposit: fc.boolean() },
  })
  const step = fc.record({
    ...{ part: fc.integer({ min: 1, max: 100 }), method: fc.integer({ min: 1, max: 4 }), tip: fc.nat({ max: 999 }) },
    ...{ guestName: guest, isExact: fc.boolean(), back: fc.option(fc.integer({ min: 1, max: 100 })) },
  })
  const rounds = fc.array(
    fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 5 }), steps: fc.array(step, { maxLength: 5 }) }),
    { minLength: 1, maxLength: 3 },
  )

  it('has receipts that sum to the ban: each line and payment stands on one, once', () => {
    fc.assert(
      fc.property(rounds, (evening) => {
        const table = new Table()
        const made: ReturnType<Table['pay']> = []
        for (const { lines, steps } of evening) {
          table.order(...lines)
          for (const { part, method, tip, guestName, isExact, back } of steps) {
            const own = linesTotal(lines.filter((one) => one.guestName === guestName))
            const amount = Math.min(table.due, isExact ? own : Math.ceil((table.due * part) / 100))
            if (amount <= 0) continue
            made.push(...table.pay(amount, { method, guestName, tip: method < 3 ? tip : 0 }))
            const [last] = table.payments.slice(-1)
            const isFree = last && !table.receipts.some(({ paymentIds }) => paymentIds.includes(last.id))
            if (!back || !isFree) continue
            const index = table.payments.filter(({ reverses }) => reverses === null).indexOf(last)
            made.push(...table.takeBack(index, Math.ceil((amount * back) / 100), last.left.tip, method))
          }
          if (table.due > 0) made.push(...table.pay(table.due, { method: CASH }))
        }
        const paid = table.payments.filter(({ reverses }) => reverses === null)
        const money = paid.reduce(
          (sum, { method, left }) => sum + (method.kind === 'house' ? 0 : left.amount + left.tip),
          0,
        )
        const refused = made.some((one) => 'refused' in one)
        const printed = made.reduce((sum, one) => sum + ('printed' in one ? one.printed.total : 0), 0)
        // Refused is only what the house gave of a deposit.
        if (refused) {
          expect(paid.some(({ method, left }) => method.kind === 'house' && left.amount > 0)).toBe(true)
          expect(evening.some(({ lines }) => lines.some(({ isDeposit, price }) => isDeposit && price > 0))).toBe(true)
        }
        if (!refused) expect(printed).toBe(money)
        const items = table.receipts.flatMap(({ itemIds }) => itemIds)
        const payments = table.receipts.flatMap(({ paymentIds }) => paymentIds)
        expect([new Set(items).size, new Set(payments).size]).toEqual([items.length, payments.length])
      }),
      { numRuns: 500 },
    )
  })
})

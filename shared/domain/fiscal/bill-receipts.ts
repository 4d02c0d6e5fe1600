import type { FiscalLine, FiscalReceipt } from '#shared/contracts/fiscal.ts'
import type { OrderLine } from '#shared/contracts/orders.ts'
import type { Payment } from '#shared/contracts/payments.ts'
import { nameIn } from '../language.ts'
import { linesTotal, lineTotal } from '../money.ts'
import { byGuest } from '../orders/bill.ts'
import { splitByRate, spread, type VatShare } from '../payments/due.ts'

/** A line of an order as it was sold; of a cancelled order there is none. */
export interface SoldLine extends Pick<OrderLine, 'id' | 'name' | 'nameRo' | 'price' | 'quantity' | 'guestName'> {
  vatRate: number | null
  vatShares: readonly VatShare[] | null
  isDeposit: boolean
}

type Entry = Pick<Payment, 'id' | 'reverses' | 'method' | 'left' | 'guestName' | 'orders'>

/** Orders that payments connect, with what stands on receipts already, by the ids of lines and payments. */
export interface ConnectedBill {
  /** Without tests, and without those that were paid in part before receipts were made. */
  orders: readonly { id: number; lines: readonly SoldLine[] }[]
  /** Oldest first, with what was taken back of them. */
  payments: readonly Entry[]
  /** The due of all of them. */
  due: number
  receipted: { items: ReadonlySet<number>; payments: ReadonlySet<number> }
}

/** A receipt to be made; its lines and payments never change. */
export interface NewFiscalReceipt extends Pick<FiscalReceipt, 'lines' | 'payments'> {
  guestName: string | null
  itemIds: number[]
  paymentIds: number[]
}

/** The receipts that are due: of each guest who has paid exactly their lines, and of the rest once nothing is owed. */
export function dueReceipts(bill: ConnectedBill): NewFiscalReceipt[] {
  let lines = bill.orders.flatMap((order) => order.lines).filter(({ id }) => !bill.receipted.items.has(id))
  let payments = unreceiptedPayments(bill)
  const receipts: NewFiscalReceipt[] = []
  const make = (guestName: string | null, own: readonly SoldLine[], paid: readonly Net[]) => {
    const receipt = receiptOf(guestName, own, paid)
    if (!receipt) return
    receipts.push(receipt)
    lines = lines.filter((line) => !own.includes(line))
    payments = payments.filter((payment) => !paid.includes(payment))
  }
  for (const { guest, lines: own } of byGuest(lines)) {
    const paid = payments.filter(({ guestName }) => guestName === guest)
    if (guest !== null && linesTotal(own) === sumOf(paid)) make(guest, own, paid)
  }
  if (bill.due === 0) make(null, lines, payments)
  return receipts
}

/** A payment without what was taken back of it. */
interface Net extends Pick<Entry, 'id' | 'method' | 'guestName'> {
  amount: number
  tip: number
}

const sumOf = (payments: readonly Net[]) => payments.reduce((sum, { amount }) => sum + amount, 0)

function unreceiptedPayments({ orders, payments, receipted }: ConnectedBill): Net[] {
  const ids = new Set(orders.map(({ id }) => id))
  const shareOf = (entry: Entry) =>
    entry.orders.reduce((sum, { orderId, amount }) => (ids.has(orderId) ? sum + amount : sum), 0)
  const net = payments.flatMap(({ id, reverses, method, guestName, left, orders: shares }) => {
    if (reverses !== null || !shares.some(({ orderId }) => ids.has(orderId))) return []
    const own = payments.filter((entry) => entry.id === id || entry.reverses === id)
    return { id, method, guestName, amount: own.reduce((sum, entry) => sum + shareOf(entry), 0), tip: left.tip }
  })
  // What was taken back after its receipt and paid anew gets no other one: the oldest payments since then are for that.
  const stands = orders.flatMap((order) => order.lines).filter(({ id }) => receipted.items.has(id))
  let paidAnew = Math.max(0, linesTotal(stands) - sumOf(net.filter(({ id }) => receipted.payments.has(id))))
  return net.flatMap((payment) => {
    if (receipted.payments.has(payment.id)) return []
    const anew = Math.min(paidAnew, payment.amount)
    paidAnew -= anew
    const amount = payment.amount - anew
    return amount > 0 || (anew === 0 && payment.tip > 0) ? { ...payment, amount } : []
  })
}

/** @returns undefined if nothing was paid but by the house */
function receiptOf(guestName: string | null, sold: readonly SoldLine[], paid: readonly Net[]) {
  const money = paid.filter(({ method }) => method.kind !== 'house')
  if (money.length === 0) return undefined
  const tip = money.reduce((sum, payment) => sum + payment.tip, 0)
  const byMethod = new Map<number, number>()
  for (const { method, amount, tip: withTip } of money)
    byMethod.set(method.id, (byMethod.get(method.id) ?? 0) + amount + withTip)
  const lines = withDiscount(sold.flatMap(fiscalLines), sumOf(paid) - sumOf(money))
  if (tip > 0) lines.push({ ...ONE, kind: 'tip', name: 'Bacșiș', unitPrice: tip, vat: null })
  const payments = [...byMethod].map(([method, amount]) => ({ method, amount }))
  return { guestName, lines, payments, itemIds: sold.map(({ id }) => id), paymentIds: paid.map(({ id }) => id) }
}

const ONE = { unit: 'buc', quantity: 1000, discount: 0 }

/** The house's part lowers items alone, never a deposit; what is left at 0 is no line. */
function withDiscount(lines: readonly FiscalLine[], discount: number): FiscalLine[] {
  const grossOf = ({ unitPrice, quantity }: FiscalLine) => (unitPrice * quantity) / 1000
  const sums = lines.map((line) => (line.kind === 'item' ? grossOf(line) : 0))
  const most = sums.reduce((all, sum) => all + sum, 0)
  const discounts = spread(Math.min(discount, most), sums)
  return lines
    .map((line, i) => ({ ...line, discount: discounts[i] ?? 0 }))
    .filter((line) => grossOf(line) > line.discount)
}

function fiscalLines({ isDeposit, vatRate, vatShares, ...line }: SoldLine): FiscalLine[] {
  const name = nameIn('ro', line)
  const all = lineTotal(line)
  const kind = isDeposit ? 'deposit' : 'item'
  const shares = vatShares?.length ? splitByRate(all, vatShares) : [{ rate: vatRate, amount: all }]
  return shares.map(({ rate, amount }) => {
    const isWhole = amount % line.quantity === 0
    // The rate stands first, because a long name is cut.
    const named = shares.length > 1 ? `TVA ${rate ?? 0}% ${name}` : name
    return isWhole
      ? { ...ONE, kind, name: named, unitPrice: amount / line.quantity, quantity: line.quantity * 1000, vat: rate }
      : { ...ONE, kind, name: `${line.quantity} x ${named}`, unitPrice: amount, vat: rate }
  })
}

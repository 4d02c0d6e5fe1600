import type { FiscalLeft, FiscalLine, FiscalReceipt } from '#shared/contracts/fiscal.ts'
import type { OrderLine } from '#shared/contracts/orders.ts'
import type { Payment } from '#shared/contracts/payments.ts'
import { nameIn } from '../language.ts'
import { linesTotal, lineTotal } from '../money.ts'
import { byGuest } from '../orders/bill.ts'
import { isOpen, type OrderStatus } from '../orders/order.ts'
import { splitByRate, spread, type VatShare } from '../payments/due.ts'

/** A line of an order as it was sold; of a cancelled order there is none. */
export interface SoldLine extends Pick<OrderLine, 'id' | 'name' | 'nameRo' | 'price' | 'quantity' | 'guestName'> {
  vatRate: number | null
  vatShares: readonly VatShare[] | null
  isDeposit: boolean
}

interface Entry extends Pick<Payment, 'id' | 'reverses' | 'guestName' | 'orders'> {
  method: Pick<Payment['method'], 'id' | 'kind'>
  left: Pick<Payment['left'], 'tip'>
}

/** A receipt that was not withdrawn, with the ids of the lines and payments on it. */
export interface StandingReceipt extends Pick<FiscalReceipt, 'lines' | 'payments'> {
  itemIds: readonly number[]
  paymentIds: readonly number[]
}

/** Orders that payments connect. */
export interface ConnectedBill {
  /** Without tests, and without those that were paid only while receipts were off. */
  orders: readonly { id: number; status: OrderStatus; due: number; lines: readonly SoldLine[] }[]
  /** Oldest first, with what was taken back of them. */
  payments: readonly Entry[]
  receipts: readonly StandingReceipt[]
  /** Whether one of the orders was paid in part while receipts were off: then the bill gets none. */
  isFromBefore: boolean
}

/** A receipt to be made; its lines and payments never change. */
export interface NewFiscalReceipt extends StandingReceipt {
  guestName: string | null
}

const dueOfBill = ({ orders }: ConnectedBill) => orders.reduce((sum, { due }) => sum + due, 0)

/** The receipts that are due: of each guest who has paid exactly their lines, and of the rest once nothing is owed. */
export function dueReceipts(bill: ConnectedBill): NewFiscalReceipt[] {
  if (bill.isFromBefore) return []
  const onReceipts = new Set(bill.receipts.flatMap(({ itemIds }) => itemIds))
  let lines = bill.orders.flatMap((order) => order.lines).filter(({ id }) => !onReceipts.has(id))
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
  if (dueOfBill(bill) === 0) make(null, lines, payments)
  return receipts
}

/** Money of a bill that stands on no receipt, and why there comes none; amounts have their tips. */
export interface LeftMoney extends FiscalLeft, Pick<FiscalReceipt, 'payments'> {
  paymentIds: number[]
}

/** What was taken of a bill and stands on no receipt, whether or not one may still come; the house gave no money. */
export const unreceiptedMoney = (bill: ConnectedBill) => unreceiptedPayments(bill).filter(isMoney)

/** The money of a bill for which no receipt comes any more; undefined if there is none (docs/product/fiscal.md#fiscal-left). */
export function leftMoney(bill: ConnectedBill): LeftMoney | undefined {
  const due = dueOfBill(bill)
  const isLast = bill.isFromBefore || due === 0 || bill.orders.every(({ status }) => !isOpen(status))
  const paid = isLast ? unreceiptedMoney(bill) : []
  if (paid.length === 0) return undefined
  const payments = byMethod(paid)
  return {
    orderIds: bill.orders.map(({ id }) => id),
    amount: payments.reduce((sum, { amount }) => sum + amount, 0),
    why: why(),
    payments,
    paymentIds: paid.map(({ id }) => id),
  }

  function why(): FiscalLeft['why'] {
    if (bill.isFromBefore) return 'before'
    if (due > 0) return 'unpaid'
    const isBack = due < 0 && bill.orders.some((order) => order.status === 'cancelled' && order.due < 0)
    if (due < 0) return isBack ? 'cancelled' : 'taken_off'
    // Nothing was due any more while receipts were off.
    return sumOf(paid) > 0 ? 'before' : 'tip'
  }
}

/** A payment without what was taken back of it. */
interface Net extends Pick<Entry, 'id' | 'method' | 'guestName'> {
  amount: number
  tip: number
}

const isMoney = ({ method }: Pick<Entry, 'method'>) => method.kind !== 'house'
const sumOf = (payments: readonly Net[]) => payments.reduce((sum, { amount }) => sum + amount, 0)
const tipsOf = (payments: readonly Net[]) => payments.reduce((sum, { tip }) => sum + tip, 0)

/**
 * The payments on no receipt; what was paid anew for lines whose receipt stands is taken off the oldest. A guest pays
 * anew what money the receipt has; a part that the house had paid stands there as a discount.
 */
function unreceiptedPayments({ orders, payments, receipts }: ConnectedBill): Net[] {
  const own = new Set(orders.map(({ id }) => id))
  const shareOf = (payment: number, of: ReadonlySet<number>) =>
    payments
      .filter(({ id, reverses }) => id === payment || reverses === payment)
      .flatMap((entry) => entry.orders)
      .reduce((sum, { orderId, amount }) => (of.has(orderId) ? sum + amount : sum), 0)
  const all = payments.flatMap(({ id, reverses, method, guestName, left, orders: shares }) =>
    reverses === null && shares.some(({ orderId }) => own.has(orderId))
      ? { id, method, guestName, amount: shareOf(id, own), tip: left.tip }
      : [],
  )
  const takenBack = receipts.map(({ lines, itemIds, paymentIds, payments: printed }) => {
    const sold = orders.map((order) => ({ ...order, lines: order.lines.filter(({ id }) => itemIds.includes(id)) }))
    const paid = all.filter(({ id }) => paymentIds.includes(id))
    const tips = lines.reduce((sum, { kind, unitPrice }) => (kind === 'tip' ? sum + unitPrice : sum), 0)
    return {
      orders: new Set(sold.flatMap(({ id, lines: ofOrder }) => (ofOrder.length > 0 ? id : []))),
      amount: Math.max(0, linesTotal(sold.flatMap((order) => order.lines)) - sumOf(paid)),
      money: printed.reduce((sum, { amount }) => sum + amount, 0) - tips - sumOf(paid.filter(isMoney)),
      tip: Math.max(0, tips - tipsOf(paid)),
    }
  })
  const onReceipts = new Set(receipts.flatMap(({ paymentIds }) => paymentIds))
  const net = all.filter(({ id }) => !onReceipts.has(id))
  for (const payment of net)
    for (const back of takenBack) {
      const most = isMoney(payment) ? Math.min(back.amount, back.money) : back.amount
      const anew = Math.min(most, payment.amount, shareOf(payment.id, back.orders))
      if (anew <= 0) continue
      if (isMoney(payment)) back.money -= anew
      const tip = Math.min(back.tip, payment.tip)
      for (const part of [back, payment]) Object.assign(part, { amount: part.amount - anew, tip: part.tip - tip })
    }
  return net.filter(({ amount, tip }) => amount > 0 || tip > 0)
}

/** @returns undefined if nothing was paid but by the house, or only a tip anew */
function receiptOf(guestName: string | null, sold: readonly SoldLine[], paid: readonly Net[]) {
  const money = paid.filter(isMoney)
  if (money.length === 0 || (sold.length === 0 && sumOf(money) === 0)) return undefined
  const tip = tipsOf(money)
  const lines = withDiscount(sold.flatMap(fiscalLines), sumOf(paid) - sumOf(money))
  if (tip > 0) lines.push({ ...ONE, kind: 'tip', name: 'Bacșiș', unitPrice: tip, vat: null })
  const ids = { itemIds: sold.map(({ id }) => id), paymentIds: paid.map(({ id }) => id) }
  return { guestName, lines, payments: byMethod(money), ...ids }
}

function byMethod(money: readonly Net[]): FiscalReceipt['payments'] {
  const sums = new Map<number, number>()
  for (const { method, amount, tip } of money) sums.set(method.id, (sums.get(method.id) ?? 0) + amount + tip)
  return [...sums].map(([method, amount]) => ({ method, amount }))
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

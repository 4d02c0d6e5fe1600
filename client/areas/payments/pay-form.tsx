import { Delete } from 'lucide-react'
import type { PaymentInput } from '#shared/contracts/payments.ts'
import { readTaxNumber } from '#shared/domain/fiscal/tax-number.ts'
import { type Currency, percentOf } from '#shared/domain/money.ts'
import { equalParts, MIN_PARTS } from '#shared/domain/orders/bill.ts'
import {
  type CashRounding,
  changeOf,
  highestTip,
  type PaymentMethod,
  roundingOf,
  takesTip,
} from '#shared/domain/payments/methods.ts'
import { cx, t } from '../../ui/index.ts'

/* What somebody chooses and types to record a payment, and what follows from it (docs/product/floor.md#floor-pay). */

/** What is paid together: the open orders of a table, or one order. Amounts are minor units of `currency`. */
export interface Payable {
  orders: readonly number[]
  currency: Currency
  due: number
  /** What was paid of it before. */
  paid?: number | undefined
  /** What each guest owes; empty if no line has a name. */
  guests: readonly { guestName: string | null; due: number }[]
}

export interface PayForm {
  share: 'whole' | 'byGuest' | 'equal' | 'amount'
  /** The guest or the part that pays, by its key; undefined after a payment, so that a second tap records nothing. */
  chosen: string | undefined
  /** By guest: whether what belongs to the whole table is shared out among those who owe; else it is kept apart. */
  sharesOut: boolean
  /** For equal parts: how many people have not paid yet, and how many have. */
  people: number
  peoplePaid: number
  methodId: number | undefined
  /** Percent, or `own`; undefined until it is chosen. */
  tip: string
  /** Typed amounts are texts in whole units, with up to two decimals. */
  amount: string
  ownTip: string
  received: string
  reason: string
  /** Of a company, for the fiscal receipt. */
  taxNumber: string
}

const UNTYPED = { chosen: undefined, tip: '0', amount: '', ownTip: '', received: '', reason: '', taxNumber: '' }

/** How the bill was divided when somebody chose to pay. */
export interface Division {
  share: PayForm['share']
  /** For equal parts. */
  people?: number
  /** Who pays, by guest: the first one who owes by default; empty for what is the table's. */
  guest?: string
}

/** The first one who pays where what is due is divided like this. */
export function firstShare({ share, people = MIN_PARTS, guest }: Division, guests: Guests) {
  const payer = guest ?? guests.find(({ due }) => due > 0)?.guestName ?? ''
  return { share, chosen: share === 'byGuest' ? payer : '0', peoplePaid: 0, people }
}

/** The first form: by the kind of method that the guests named, or by card where there is one. */
export function newForm(
  methods: readonly PaymentMethod[],
  guests: Guests,
  { asked, division = { share: 'whole' } }: { asked?: PaymentMethod['kind'] | null; division?: Division } = {},
): PayForm {
  const ofKind = (kind: PaymentMethod['kind']) => methods.find((method) => method.kind === kind)
  const methodId = ((asked && ofKind(asked)) ?? ofKind('card') ?? methods[0])?.id
  return { ...UNTYPED, sharesOut: division.guest !== '', ...firstShare(division, guests), methodId }
}

export function formAfter(form: PayForm): PayForm {
  const next = { ...form, ...UNTYPED }
  if (form.share !== 'equal') return next
  return { ...next, people: Math.max(1, form.people - 1), peoplePaid: form.peoplePaid + 1 }
}

type PayProblem = 'who' | 'enterAmount' | 'atMost' | 'tipAtMost' | 'missing' | 'giveReason' | 'taxNumber'

type Guests = Payable['guests']

/** What belongs to the whole table, and is still due. */
export const tableDue = (guests: Guests): number => guests.find(({ guestName }) => guestName === null)?.due ?? 0

/** The guests with equal parts of what is the table's, the last with the remainder; as they are if none of them owes. */
function withTableShared(guests: Guests): Guests {
  const owing = guests.filter(({ guestName, due }) => guestName !== null && due > 0)
  if (owing.length === 0) return guests
  const table = tableDue(guests)
  const parts = owing.length > 1 ? equalParts(table, owing.length) : [table]
  return guests
    .filter(({ guestName }) => guestName !== null)
    .map((guest) => ({ ...guest, due: guest.due + (parts[owing.indexOf(guest)] ?? 0) }))
}

/** What the form means, in minor units. */
export function payingOf(form: PayForm, payable: Payable, { kind }: PaymentMethod, step: CashRounding) {
  const { due, guests } = payable
  const parts = form.share === 'equal' ? (form.people > 1 ? equalParts(due, form.people) : [due]) : []
  /** The guests or the parts of which one pays. */
  const byGuest = form.sharesOut ? withTableShared(guests) : guests
  const shares = (form.share === 'byGuest' ? byGuest : parts.map((part) => ({ guestName: null, due: part }))).map(
    (share, i) => ({ ...share, key: form.share === 'byGuest' ? (share.guestName ?? '') : String(i) }),
  )
  const chosen = shares.find(({ key }) => key === form.chosen)
  const typedAmount = form.share === 'amount' ? minorOf(form.amount) : chosen?.due
  const amount = form.share === 'whole' ? due : (typedAmount ?? 0)
  const tipOf = () => (form.tip === 'own' ? (minorOf(form.ownTip) ?? 0) : percentOf(amount, Number(form.tip)))
  const tip = takesTip(kind) ? tipOf() : 0
  const isCash = kind === 'cash'
  const rounding = isCash ? roundingOf(amount + tip, step) : 0
  const tendered = isCash ? minorOf(form.received) : null
  const change = tendered === null ? null : changeOf(tendered, amount + tip, step)
  const problem = (): PayProblem | null => {
    if (amount === 0) return form.share === 'amount' ? 'enterAmount' : 'who'
    if (amount > due) return 'atMost'
    if (tip > highestTip(amount)) return 'tipAtMost'
    if (change !== null && change < 0) return 'missing'
    if (kind === 'house' && !form.reason.trim()) return 'giveReason'
    return form.taxNumber.trim() && !readTaxNumber(form.taxNumber) ? 'taxNumber' : null
  }
  /** `sum` goes from hand to hand. */
  return { shares, chosen, amount, tip, rounding, sum: amount + tip + rounding, tendered, change, problem: problem() }
}
export type Paying = ReturnType<typeof payingOf>

export function inputOf(
  { reason, taxNumber }: PayForm,
  payable: Payable,
  paying: Paying,
  method: PaymentMethod,
): PaymentInput {
  const { amount, tip, tendered, chosen } = paying
  const { orders, due } = payable
  const guestName = chosen?.guestName ?? null
  return {
    orders: [...orders],
    due,
    amount,
    method: method.id,
    tip,
    tendered,
    guestName,
    reason: reason.trim() || null,
    taxNumber: taxNumber.trim() || null,
  }
}

const TYPED = /^(\d{0,7})(?:[.,](\d{0,2}))?$/

/** What a typed amount means in minor units; null for none. */
export function minorOf(text: string): number | null {
  const [, whole = '', decimals = ''] = TYPED.exec(text) ?? []
  return whole || decimals ? Number(whole) * 100 + Number(decimals.padEnd(2, '0')) : null
}

/** The text of a field after another one was entered; it stays if that is no amount. */
export const typed = (before: string, after: string) => (TYPED.test(after) ? after : before)

/** The text after a key of the pad. A complete amount, such as a suggested one, is begun anew. */
export function withKey(text: string, key: string): string {
  if (key === 'erase') return text.slice(0, -1)
  return /[.,]\d\d$/.test(text) ? typed(text, key) : typed(text, text + key)
}

const ROWS = ['1 2 3', '4 5 6', '7 8 9', '00 0 .']

interface KeypadProps {
  onKey: (key: string) => void
  /** Up to three suggested sums, at the right. */
  suggestions: readonly { label: string; onChoose: () => void }[]
}

/** Digits in reach of the thumb. The focus stays in the field, where a keyboard types too. */
export function Keypad({ onKey, suggestions }: KeypadProps) {
  const digit = (key: string) => ({ key, label: key, onPress: () => onKey(key), isKey: true })
  const atRight = [0, 1, 2].map((i) => {
    const suggestion = suggestions[i]
    return { key: `at right ${i}`, label: suggestion?.label, onPress: suggestion?.onChoose, isKey: false }
  })
  const erase = { key: 'erase', label: 'erase', onPress: () => onKey('erase'), isKey: true }
  const buttons = ROWS.flatMap((row, i) => [...row.split(' ').map(digit), atRight[i] ?? erase])
  return (
    <div className="grid grid-cols-[1fr_1fr_1fr_1.25fr] gap-2" onPointerDown={(event) => event.preventDefault()}>
      {buttons.map(({ key, label, onPress, isKey }) => (
        <button
          key={key}
          type="button"
          aria-label={key === 'erase' ? t('payments.erase') : undefined}
          onClick={onPress}
          className={cx(
            'figures grid min-h-12.5 place-items-center rounded-field px-1 font-semibold leading-tight',
            isKey ? 'bg-sunk text-xl hover:bg-line' : 'border border-edge bg-card text-base hover:bg-sunk',
            label === undefined && 'invisible',
          )}
        >
          {key === 'erase' ? <Delete className="size-5.5" /> : label}
        </button>
      ))}
    </div>
  )
}

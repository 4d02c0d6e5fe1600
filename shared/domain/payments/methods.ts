/** `house` takes no money, as a discount; only `cash` is in the till (docs/product/payments.md#payments-methods). */
export const METHOD_KINDS = ['cash', 'card', 'voucher', 'house', 'other'] as const
/** A staff meal or a gesture brings no money. */
export const TAKEN_KINDS = METHOD_KINDS.filter((kind) => kind !== 'house')
export type MethodKind = (typeof METHOD_KINDS)[number]

export interface PaymentMethod {
  id: number
  kind: MethodKind
  name: string
  nameRo: string
}

export const MAX_METHODS = 8

export const DEFAULT_METHODS: readonly PaymentMethod[] = [
  { id: 1, kind: 'cash', name: 'Cash', nameRo: 'Numerar' },
  { id: 2, kind: 'card', name: 'Card', nameRo: 'Card' },
  { id: 3, kind: 'voucher', name: 'Meal vouchers', nameRo: 'Tichete de masă' },
]

/** Whether a payment by this kind can have a tip. */
export function takesTip(kind: MethodKind): boolean {
  return kind !== 'voucher' && kind !== 'house'
}

/** The tips that are offered, in percent; none is chosen before somebody chooses. */
export const TIP_CHOICES = [0, 5, 10] as const

/** The highest amount of one entry, in minor units. */
export const MAX_AMOUNT = 1_000_000_000
export const REASON_MAX = 140

/** For how long the person who recorded a payment can take it back, in milliseconds; an owner always can. */
export const REVERSE_WITHIN_MS = 10 * 60_000

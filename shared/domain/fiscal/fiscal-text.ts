import type { FiscalLine, FiscalReceipt } from '#shared/contracts/fiscal.ts'
import type { FiscalProfile } from '#shared/contracts/fiscal-device.ts'
import type { LackingGroup } from '../../contracts/errors.ts'
import { type Language, nameIn } from '../language.ts'
import type { PaymentMethod } from '../payments/methods.ts'
import { asciiText, oneLine } from '../text.ts'

/* What FiscalNet's driver reads and answers: one command a line, fields between `^`, whole numbers only. */

/** The text that prints the report of the device's day. */
export const Z_REPORT = 'Z^\r\n'

/**
 * `fiscal_group`: a group or code is missing, `info` names it: `rate 9`, `none`, `deposit`, `tip`, `method 3`.
 * `fiscal_sum`: lines and payments differ, or a sum is not above 0; `info` has both, in bani.
 */
export interface FiscalRefusal {
  refused: 'fiscal_group' | 'fiscal_sum'
  info: string
}

/** @returns the text of a receipt, whose lines and payments have the same sum; or why there can be none */
export function fiscalText(
  { lines, payments, taxNumber }: FiscalReceipt,
  profile: FiscalProfile,
): { text: string; info: 'without_tax_number' | null } | FiscalRefusal {
  const sums = lines.map(({ unitPrice, quantity, discount }) => (unitPrice * quantity) / 1000 - discount)
  const amounts = payments.map(({ amount }) => amount)
  const [total = 0, paid = 0] = [sums, amounts].map((all) => all.reduce((sum, one) => sum + one, 0))
  const isPayable = [...sums, ...amounts].every((sum) => Number.isSafeInteger(sum) && sum > 0)
  if (!isPayable || total !== paid || paid === 0) return { refused: 'fiscal_sum', info: `${total} ${paid}` }

  const [lacks] = missingGroups({ lines, payments }, profile)
  if (lacks !== undefined) return { refused: 'fiscal_group', info: lacks }
  const coded = payments.map(({ method, amount }) => ({ amount, code: profile.codes[method] }))

  const rows = [
    ...(taxNumber && profile.withTaxNumber ? [`CF^${taxNumber}`] : []),
    ...lines.flatMap((line) => {
      const { unitPrice, quantity, discount } = line
      const [name, unit] = [printedName(line.name, profile.nameMax), printedName(line.unit, 3)]
      const sale = `S^${name}^${unitPrice}^${quantity}^${unit}^${groupOf(line, profile)}^${profile.articleGroup}`
      // A discount stands directly below its article; a percentage would be rounded by the device.
      return discount > 0 ? [sale, `DV^${discount}`] : [sale]
    }),
    // Cash above the rest would be change: it comes last.
    ...coded.sort((a, b) => Number(a.code === CASH) - Number(b.code === CASH)).map((p) => `P^${p.code}^${p.amount}`),
  ]
  const info = taxNumber && !profile.withTaxNumber ? 'without_tax_number' : null
  return { text: rows.map((row) => `${row}\r\n`).join(''), info }
}

/** The driver's code of cash. */
const CASH = 1

/** What needs a group or a code. */
interface SoldAndTaken {
  lines: readonly SoldKind[]
  payments: readonly Pick<FiscalReceipt['payments'][number], 'method'>[]
}
export type SoldKind = Pick<FiscalLine, 'kind' | 'vat'>

/** Names the groups and codes that the device lacks, as a refusal does. */
function missingGroups({ lines, payments }: SoldAndTaken, profile: FiscalProfile): string[] {
  return [
    ...lines.flatMap((line) => (groupOf(line, profile) ? [] : nameOfGroup(line))),
    ...payments.flatMap(({ method }) => (profile.codes[method] ? [] : `method ${method}`)),
  ]
}

/** What is in use and has no group or code in the device; a rate or a method has its name. */
export function lackingGroups(
  sold: readonly SoldKind[],
  methods: readonly PaymentMethod[],
  profile: FiscalProfile,
  language: Language,
): { what: LackingGroup; name: string }[] {
  const payments = methods.flatMap(({ id, kind }) => (kind === 'house' ? [] : { method: id }))
  return missingGroups({ lines: [...sold, { kind: 'tip', vat: null }], payments }, profile).map((missing) => {
    const [what = '', of = ''] = missing.split(' ')
    const method = methods.find(({ id }) => what === 'method' && String(id) === of)
    return { what: what as LackingGroup, name: method ? nameIn(language, method) : of }
  })
}

function groupOf({ kind, vat }: SoldKind, { groups, depositGroup, tipGroup }: FiscalProfile) {
  if (kind === 'item') return groups[vat ?? 'none']
  return kind === 'deposit' ? depositGroup : tipGroup
}

function nameOfGroup({ kind, vat }: SoldKind): string {
  if (kind !== 'item') return kind
  return vat === null ? 'none' : `rate ${vat}`
}

function printedName(name: string, max: number): string {
  // Only then, because a wide ＾ has become one.
  return oneLine(asciiText(name).replaceAll('^', ' ')).slice(0, max).trim() || 'Articol'
}

const INFO_MAX = 200

/** Reads the driver's answer; whatever says neither that it printed nor that it did not is unclear. */
export function readFiscalAnswer(text: string) {
  const pairs = [...text.matchAll(/^[^\S\r\n]*(\w+)[^\S\r\n]*=(.*)$/gm)]
  const values = (key: string) =>
    pairs.flatMap(([, name, value = '']) => (name?.toUpperCase() === key ? value.replace(/\p{Cc}/gu, ' ').trim() : []))
  const firstOf = (key: string) => values(key)[0]?.slice(0, INFO_MAX) || null
  const [first, ...others] = new Set(values('BONOK'))
  const isOdd = others.length > 0 || (first !== '1' && first !== '0')
  const state: 'printed' | 'refused' | 'unclear' = isOdd ? 'unclear' : first === '1' ? 'printed' : 'refused'
  return { state, number: firstOf('NRBON'), code: firstOf('ERRCODE'), info: firstOf('ERRINFO') }
}

/* Receipts that an owner and the service firm of a device read before the first real one. Methods: 1 is cash, 2 card. */

const item = (name: string, unitPrice: number, quantity: number, vat: number | null, discount = 0): FiscalLine => ({
  ...{ kind: 'item', name, unit: 'buc', unitPrice, quantity: quantity * 1000, vat, discount },
})
const of = (lines: FiscalLine[], payments: [method: number, amount: number][], taxNumber: string | null = null) => ({
  ...{ lines, payments: payments.map(([method, amount]) => ({ method, amount })), taxNumber },
})

export const EXAMPLES = {
  rates: of([item('Ciorbă de burtă', 1800, 2, 11), item('Bere 0.5 L', 1500, 1, 21)], [[2, 5100]]),
  discount: of([item('Pizza', 3200, 2, 11, 696), item('Vin roșu', 2800, 1, 21, 304)], [[2, 8200]]),
  tip: of(
    [item('Cina', 12_000, 1, 11), { ...item('Bacșiș', 1200, 1, null), kind: 'tip' }],
    [
      [1, 3200],
      [2, 10_000],
    ],
  ),
  company: of([item('Prânz', 9000, 1, 11)], [[2, 9000]], 'RO12345674'),
  deposit: of(
    [item('Cola 0.33 L', 900, 2, 21), { ...item('Garanție SGR', 50, 2, null), kind: 'deposit' }],
    [[1, 1900]],
  ),
  setMenu: of([item('Meniul zilei mâncare', 3400, 1, 11), item('Meniul zilei băutură', 1100, 1, 21)], [[2, 4500]]),
} satisfies Record<string, FiscalReceipt>

import { describe, expect, it } from 'vitest'
import { type FiscalLine, type FiscalReceipt, typedTaxNumber } from '#shared/contracts/fiscal.ts'
import { sentProfile } from '#shared/contracts/fiscal-device.ts'
import { DEVICE, printOnDevice } from './device.fixture.ts'
import { EXAMPLES, fiscalText, readFiscalAnswer, Z_REPORT } from './fiscal-text.ts'
import { readTaxNumber } from './tax-number.ts'

const PROFILE = sentProfile.parse({
  groups: { '21': 1, '11': 2 },
  ...{ depositGroup: 4, tipGroup: 4, articleGroup: 1, withTaxNumber: true },
  codes: { 1: 1, 2: 2, 3: 4 },
})

const item = (name: string, unitPrice: number, quantity: number, vat: number | null, discount = 0): FiscalLine => ({
  ...{ kind: 'item', name, unit: 'buc', unitPrice, quantity: quantity * 1000, vat, discount },
})
const paid = (method: number, amount: number) => ({ method, amount })
const receipt = (lines: FiscalLine[], payments: FiscalReceipt['payments'], taxNumber: string | null = null) => ({
  ...{ lines, payments, taxNumber },
})
const rows = (...all: string[]) => all.map((row) => `${row}\r\n`).join('')

/** The examples as the driver expects them. */
const EXPECTED: Record<keyof typeof EXAMPLES, string[]> = {
  rates: ['S^Ciorba de burta^1800^2000^buc^2^1', 'S^Bere 0.5 L^1500^1000^buc^1^1', 'P^2^5100'],
  discount: ['S^Pizza^3200^2000^buc^2^1', 'DV^696', 'S^Vin rosu^2800^1000^buc^1^1', 'DV^304', 'P^2^8200'],
  tip: ['S^Cina^12000^1000^buc^2^1', 'S^Bacsis^1200^1000^buc^4^1', 'P^2^10000', 'P^1^3200'],
  company: ['CF^RO12345674', 'S^Pranz^9000^1000^buc^2^1', 'P^2^9000'],
  deposit: ['S^Cola 0.33 L^900^2000^buc^1^1', 'S^Garantie SGR^50^2000^buc^4^1', 'P^1^1900'],
  setMenu: ['S^Meniul zilei mancare^3400^1000^buc^2^1', 'S^Meniul zilei bautura^1100^1000^buc^1^1', 'P^2^4500'],
}

describe('the text of a fiscal receipt', () => {
  it.each(Object.entries(EXPECTED))('of the example %s is that of the protocol', (name, expected) => {
    const text = rows(...expected)
    expect(fiscalText(EXAMPLES[name as keyof typeof EXAMPLES], PROFILE)).toEqual({ text, info: null })
    expect(printOnDevice(text)).toMatchObject({ change: 0 })
  })

  it.each<[string, FiscalReceipt, string]>([
    ['a rate', receipt([item('A', 100, 1, 9)], [paid(1, 100)]), 'rate 9'],
    ['a dish without a rate', receipt([item('A', 100, 1, null)], [paid(1, 100)]), 'none'],
    ['a method', receipt([item('A', 100, 1, 11)], [paid(7, 100)]), 'method 7'],
  ])('is refused without the group or code of %s, and names it', (_, given, info) => {
    expect(fiscalText(given, PROFILE)).toEqual({ refused: 'fiscal_group', info })
  })

  it.each(['deposit', 'tip'] as const)('is refused without the group of a %s', (kind) => {
    const given = receipt([{ ...item('A', 100, 1, null), kind }], [paid(1, 100)])
    const without = { ...PROFILE, depositGroup: null, tipGroup: null, groups: { none: 5 } }
    expect(fiscalText(given, without)).toEqual({ refused: 'fiscal_group', info: kind })
  })

  it.each<[string, FiscalReceipt]>([
    ['too little paid', receipt([item('A', 100, 1, 11)], [paid(1, 99)])],
    ['too much paid', receipt([item('A', 100, 1, 11)], [paid(1, 101)])],
    ['nothing paid', receipt([], [])],
    ['a payment of nothing', receipt([item('A', 100, 1, 11)], [paid(1, 100), paid(2, 0)])],
    ['a payment that was taken back', receipt([item('A', 100, 1, 11)], [paid(1, 150), paid(2, -50)])],
    ['a free line', receipt([item('A', 100, 1, 11), item('B', 0, 1, 11)], [paid(1, 100)])],
    ['a discount of a whole line', receipt([item('A', 100, 1, 11), item('B', 50, 1, 11, 50)], [paid(1, 100)])],
    ['a part of a ban', receipt([{ ...item('A', 99, 1, 11), quantity: 1500 }], [paid(1, 149)])],
  ])('is refused with %s', (_, given) => {
    expect(fiscalText(given, PROFILE)).toMatchObject({ refused: 'fiscal_sum' })
  })

  it.each([
    ['Ș^ț\r\nâ\tÎ', 'S t a I'],
    ['a'.repeat(200), 'a'.repeat(36)],
    [`${'a'.repeat(35)} bc`, 'a'.repeat(35)],
    ['„Bœuf” – ½ l × 2', `'Boeuf' - 1/2 l x 2`],
    ['Suc 1½ l, 2⅓ kg', 'Suc 1 1/2 l, 2 1/3 kg'],
    ['^^ 日本 \n', 'Articol'],
    ['A＾B', 'A B'],
  ])('has the name %j as %j', (name, expected) => {
    const text = rows(`S^${expected}^100^1000^buc^2^1`, 'P^1^100')
    expect(fiscalText(receipt([item(name, 100, 1, 11)], [paid(1, 100)]), PROFILE)).toEqual({ text, info: null })
  })

  it('has the group of dishes without a rate for who pays no VAT', () => {
    const given = receipt([item('Ciorbă', 1800, 1, null), item('Vin', 1200, 2, null, 400)], [paid(2, 3800)])
    const profile = { ...PROFILE, groups: { none: 5 } }
    const text = rows('S^Ciorba^1800^1000^buc^5^1', 'S^Vin^1200^2000^buc^5^1', 'DV^400', 'P^2^3800')
    expect(fiscalText(given, profile)).toEqual({ text, info: null })
    expect(printOnDevice(text, { ...DEVICE, groups: [5] })).toMatchObject({ total: 3800 })
  })

  it('says when the device prints no tax number', () => {
    const given = receipt([item('A', 100, 1, 11)], [paid(1, 100)], '12345674')
    const text = rows('S^A^100^1000^buc^2^1', 'P^1^100')
    expect(fiscalText(given, { ...PROFILE, withTaxNumber: false })).toEqual({ text, info: 'without_tax_number' })
  })

  it('of the day’s report is one command', () => {
    expect(Z_REPORT).toBe('Z^\r\n')
  })
})

describe('the answer of the driver', () => {
  const nothing = { number: null, code: null, info: null }
  it.each<[string, object]>([
    ['BONOK=1\r\nNRBON=123\r\n', { ...nothing, state: 'printed', number: '123' }],
    ['\uFEFFbonok = 1\nNrBon = 7', { ...nothing, state: 'printed', number: '7' }],
    ['BONOK=1', { ...nothing, state: 'printed' }],
    [
      'BONOK=0\r\nERRCODE=-111018\r\nERRINFO=Plata inceputa\r\n',
      { ...nothing, state: 'refused', code: '-111018', info: 'Plata inceputa' },
    ],
    ['BONOK=-1\r\nNRBON=1', { ...nothing, state: 'unclear', number: '1' }],
    ['BONOK=DA', { ...nothing, state: 'unclear' }],
    ['BONOK=10', { ...nothing, state: 'unclear' }],
    ['BONOK=1\r\nBONOK=0', { ...nothing, state: 'unclear' }],
    ['BONO', { ...nothing, state: 'unclear' }],
    ['', { ...nothing, state: 'unclear' }],
    ['0', { ...nothing, state: 'unclear' }],
    ['B\0O\0N\0O\0K\0=\u00001\0', { ...nothing, state: 'unclear' }],
    [`BONOK=0\nERRINFO=${'x'.repeat(500)}`, { ...nothing, state: 'refused', info: 'x'.repeat(200) }],
    ['BONOK=0\nERRINFO=a\0b', { ...nothing, state: 'refused', info: 'a b' }],
  ])('%j is read', (text, answer) => {
    expect(readFiscalAnswer(text)).toEqual(answer)
  })
})

describe('a tax number', () => {
  it.each(['12345674', '19', '14399840', '1590082', ' 123 456 74', 'CUI 12345674', 'cif: 12345674'])(
    '%j is right',
    (text) => expect(typedTaxNumber.parse(text)).toBe(text.replaceAll(/\D/g, '')),
  )

  it.each(['RO12345674', 'ro 123 456 74', 'RO-12345674', 'CUI RO12345674', 'C.U.I. RO 12345674', 'CIF:RO12345674'])(
    '%j is right, and kept with RO',
    (text) => expect(typedTaxNumber.parse(text)).toBe('RO12345674'),
  )

  it.each([
    ...['', 'RO', '1', '00', '12345675', 'RO12345673', '12345678901', '12345674x', 'BG12345674', '1234-5674'],
    ...['CUI', 'CUI RO', 'RO CUI 12345674', 'CUI12345675'],
  ])('%j is wrong', (text) => expect(readTaxNumber(text)).toBeUndefined())

  it('may be absent', () => {
    expect([null, '', ' '].map((sent) => typedTaxNumber.parse(sent))).toEqual([null, null, null])
    expect(typedTaxNumber.safeParse('12345675').error?.issues[0]?.message).toBe('validation.taxNumber')
  })
})

it('a profile has no group or code that nobody gave', () => {
  const sent = { groups: { none: null }, articleGroup: 1, codes: {}, withTaxNumber: false }
  expect(sentProfile.parse(sent)).toEqual({ ...sent, depositGroup: null, tipGroup: null, nameMax: 36 })
  for (const wrong of [{ groups: { '011': 1 } }, { groups: { '11': 6 } }, { codes: { 0: 1 } }, { nameMax: 19 }])
    expect(sentProfile.safeParse({ ...sent, ...wrong }).success).toBe(false)
})

it.each([
  ['S^A^100^1000^buc^2\r\nP^1^100\r\n', 'not seven fields'],
  ['S^A^100^1000^buc^3^1\r\nP^1^100\r\n', 'not programmed'],
  ['S^A^100^1000^buc^2^1\r\nP^2^101\r\n', 'not cash'],
  ['S^A^100^1000^buc^2^1\r\nP^1^99\r\n', 'too little'],
  ['S^A^100^1000^buc^2^1\nP^1^100\n', 'CRLF'],
  ['S^A^100^1000^buc^2^1\r\nP^1^100\r\nDV^10\r\n', 'after the payments'],
  ['DV^10\r\nS^A^100^1000^buc^2^1\r\nP^1^90\r\n', 'below its article'],
  ['S^ă^100^1000^buc^2^1\r\nP^1^100\r\n', 'ASCII'],
])('the stand-in of the device refuses %j', (text, why) => {
  expect(printOnDevice(text, DEVICE)).toContain(why)
})

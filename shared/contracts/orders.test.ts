import { describe, expect, it } from 'vitest'
import { MAX_LINE_NOTES, MAX_LINES } from '../domain/orders/cart.ts'
import { DICTIONARIES } from '../i18n/words/index.ts'
import { listOrders, ORDER_NOTES_MAX, orderInputSchema } from './orders.ts'

const valid = {
  items: [{ menuItemId: 7, quantity: 2 }],
  total: 5700,
  customerName: 'Ana Pop',
  phoneNumber: '0712 345 678',
}
const line = valid.items[0]

/** Returns the issues of an order that is valid except for these fields, as `path: message`. */
function issuesOf(change: Record<string, unknown>): string[] {
  const { success, error } = orderInputSchema.safeParse({ ...valid, ...change })
  return success ? [] : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

const parse = (change: Record<string, unknown>) => orderInputSchema.parse({ ...valid, ...change })

describe("the customer's fields of an order", () => {
  it.each([
    ['customerName', 'A', 'nameRequired', 'Name must be at least 2 characters'],
    ['customerName', '', 'nameRequired', 'Name must be at least 2 characters'],
    ['customerName', '  A  ', 'nameRequired', 'Name must be at least 2 characters'],
    ['customerName', undefined, 'nameRequired', 'Name must be at least 2 characters'],
    ['customerName', 12, 'nameRequired', 'Name must be at least 2 characters'],
    ['phoneNumber', '071234567', 'phoneRequired', 'Please enter a valid phone number'],
    ['phoneNumber', ' 071234567 ', 'phoneRequired', 'Please enter a valid phone number'],
    ['phoneNumber', undefined, 'phoneRequired', 'Please enter a valid phone number'],
    ['phoneNumber', null, 'phoneRequired', 'Please enter a valid phone number'],
    ['email', 'ana', 'emailInvalid', 'Please enter a valid email address'],
    ['email', 'ana@', 'emailInvalid', 'Please enter a valid email address'],
    ['email', 'ana@masa', 'emailInvalid', 'Please enter a valid email address'],
    ['email', 'a na@masa.ro', 'emailInvalid', 'Please enter a valid email address'],
    ['email', 12, 'emailInvalid', 'Please enter a valid email address'],
    ['email', `${'a'.repeat(250)}@masa.ro`, 'emailInvalid', 'Please enter a valid email address'],
  ] as const)('reject %s %j with %s', (field, value, key, text) => {
    expect(issuesOf({ [field]: value })).toEqual([`${field}: ${key}`])
    expect(DICTIONARIES.en[key]).toBe(text)
  })

  it('accept a name of 2 characters and a phone number of 10', () => {
    expect(issuesOf({ customerName: 'Al', phoneNumber: '0712345678' })).toEqual([])
  })

  it.each([
    ['', null],
    [null, null],
    [undefined, null],
    ['ana@masa.ro', 'ana@masa.ro'],
    [' ana@masa.ro ', 'ana@masa.ro'],
  ])('parse the email %j as %j', (email, parsed) => {
    expect(parse({ email }).email).toBe(parsed)
  })

  it('are all checked, and every issue is reported', () => {
    expect(issuesOf({ customerName: 'A', phoneNumber: '1', email: 'x', items: [] })).toEqual([
      'items: validation.emptyOrder',
      'customerName: nameRequired',
      'phoneNumber: phoneRequired',
      'email: emailInvalid',
    ])
  })

  it('are trimmed and normalized, with comma-below letters', () => {
    expect(parse({ customerName: ' Ştefan Ţiriac ', notes: '  fără ceapă ' })).toMatchObject({
      customerName: 'Ștefan Țiriac',
      notes: 'fără ceapă',
    })
  })

  it.each(['customerName', 'phoneNumber', 'notes'])('reject control characters in %s', (field) => {
    for (const character of ['\0', '\u0007', '\u001b', '\u007f', '\u0085']) {
      expect(issuesOf({ [field]: `0712345678${character}Ana` })).toEqual([`${field}: validation.unprintable`])
    }
  })

  it('make one line of notes, of up to 500 characters', () => {
    expect(parse({ notes: 'Fără ceapă.\r\n\tLa geam.' }).notes).toBe('Fără ceapă. La geam.')
    expect(issuesOf({ notes: 'x'.repeat(ORDER_NOTES_MAX) })).toEqual([])
    expect(issuesOf({ notes: 'x'.repeat(ORDER_NOTES_MAX + 1) })).toHaveLength(1)
    expect([parse({ notes: '' }).notes, parse({ notes: null }).notes, parse({}).notes]).toEqual([null, null, null])
  })
})

describe('the lines of an order', () => {
  it.each([1, 99])('accept %i of a dish', (quantity) => {
    expect(issuesOf({ items: [{ ...line, quantity }] })).toEqual([])
  })

  it.each([0, -1, 100, 1.5, '2', null, Number.NaN])('reject %j of a dish', (quantity) => {
    expect(issuesOf({ items: [line, { ...line, quantity }] })).toEqual([expect.stringMatching(/^items\.1\.quantity: /)])
  })

  it.each([0, -7, 1.5, '7', null, undefined, 2 ** 31])('reject the dish id %j', (menuItemId) => {
    expect(issuesOf({ items: [{ ...line, menuItemId }] })).toEqual([expect.stringMatching(/^items\.0\.menuItemId: /)])
  })

  it('are 1 to 100 in number', () => {
    expect(issuesOf({ items: [] })).toEqual(['items: validation.emptyOrder'])
    expect(issuesOf({ items: Array(MAX_LINES).fill(line) })).toEqual([])
    expect(issuesOf({ items: Array(MAX_LINES + 1).fill(line) })).toEqual([expect.stringMatching(/^items: /)])
    expect(issuesOf({ items: undefined })).toEqual([expect.stringMatching(/^items: /)])
  })

  it('may have a note of at most 500 characters', () => {
    const withNote = (notes: unknown) => ({ items: [{ ...line, notes }] })
    expect(issuesOf(withNote('x'.repeat(MAX_LINE_NOTES)))).toEqual([])
    expect(issuesOf(withNote('x'.repeat(MAX_LINE_NOTES + 1)))).toEqual([expect.stringMatching(/^items\.0\.notes: /)])
    expect(issuesOf(withNote('a\0b'))).toEqual(['items.0.notes: validation.unprintable'])
    expect(parse(withNote('  ')).items[0]?.notes).toBeNull()
    expect(parse(withNote(' fără ceapă ')).items[0]?.notes).toBe('fără ceapă')
  })
})

describe('an order', () => {
  it.each([undefined, null, '5700', -1, 57.5, 2 ** 53])('is rejected with the total %j', (total) => {
    expect(issuesOf({ total })).toEqual([expect.stringMatching(/^total: /)])
  })

  it('is dine-in without a table by default', () => {
    expect(parse({})).toMatchObject({ diningOption: 'dine-in', tableId: null })
    expect(parse({ diningOption: 'takeaway', tableId: 3 })).toMatchObject({ diningOption: 'takeaway', tableId: 3 })
    expect(parse({ diningOption: 'delivery' }).diningOption).toBe('delivery')
  })

  it.each([
    ['diningOption', 'pickup'],
    ['diningOption', null],
    ['tableId', 0],
    ['tableId', '3'],
    ['tableId', 1.5],
  ])('is rejected if %s is %j', (field, value) => {
    expect(issuesOf({ [field]: value })).toEqual([expect.stringMatching(`^${field}: `)])
  })

  it.each(['pending', 'paid', 12, null, {}])('is accepted with the status %j, which is ignored', (status) => {
    expect(issuesOf({ status })).toEqual([])
  })

  it('is parsed without unknown fields, even in its lines', () => {
    const parsed = orderInputSchema.parse({
      ...valid,
      price: 1,
      customerId: 4,
      items: [{ ...line, price: 1, stationId: 2 }],
    })
    expect(Object.keys(parsed)).toEqual(expect.arrayContaining(['items', 'total', 'customerName']))
    expect(parsed).not.toHaveProperty('price')
    expect(parsed).not.toHaveProperty('customerId')
    expect(parsed.items).toEqual([{ menuItemId: 7, quantity: 2, notes: null }])
  })

  it.each([null, undefined, [], 'order', 12])('cannot be %j', (body) => {
    expect(orderInputSchema.safeParse(body).success).toBe(false)
  })
})

describe('the query for a page of orders', () => {
  it.each([{}, { limit: '1' }, { limit: '200' }, { status: 'completed', before: '12', q: 'ana' }])(
    'may be %j',
    (query) => {
      expect(listOrders.query.safeParse(query).success).toBe(true)
    },
  )

  it.each([
    { limit: '0' },
    { limit: '201' },
    { limit: 'all' },
    { before: '-1' },
    { before: '1e3' },
    { status: 'paid' },
  ])('cannot be %j', (query) => {
    expect(listOrders.query.safeParse(query).success).toBe(false)
  })
})

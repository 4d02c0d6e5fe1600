import { describe, expect, it } from 'vitest'
import { MAX_LINE_NOTES, MAX_LINES } from '../domain/cart.ts'
import { en } from '../i18n/en/index.ts'
import { listOrders, ORDER_NOTES_MAX, orderInputSchema } from './orders.ts'

const good = {
  items: [{ menuItemId: 7, quantity: 2 }],
  total: 5700,
  customerName: 'Ana Pop',
  phoneNumber: '0712 345 678',
}
const line = good.items[0]

/** What is wrong with an order that is good but for these fields, as `path: message`. */
function faults(change: Record<string, unknown>): string[] {
  const { success, error } = orderInputSchema.safeParse({ ...good, ...change })
  return success ? [] : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

const read = (change: Record<string, unknown>) => orderInputSchema.parse({ ...good, ...change })

describe("the customer's fields", () => {
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
  ] as const)('%s %j is refused by %s', (field, value, key, words) => {
    expect(faults({ [field]: value })).toEqual([`${field}: ${key}`])
    expect(en[key]).toBe(words)
  })

  it('are good from 2 characters of name and 10 of phone on', () => {
    expect(faults({ customerName: 'Al', phoneNumber: '0712345678' })).toEqual([])
  })

  it.each([
    ['', null],
    [null, null],
    [undefined, null],
    ['ana@masa.ro', 'ana@masa.ro'],
    [' ana@masa.ro ', 'ana@masa.ro'],
  ])('email %j is kept as %j', (email, kept) => {
    expect(read({ email }).email).toBe(kept)
  })

  it('are all judged at once', () => {
    expect(faults({ customerName: 'A', phoneNumber: '1', email: 'x', items: [] })).toEqual([
      'items: validation.emptyOrder',
      'customerName: nameRequired',
      'phoneNumber: phoneRequired',
      'email: emailInvalid',
    ])
  })

  it('are kept clean: trimmed, composed, with comma-below letters', () => {
    expect(read({ customerName: ' Ştefan Ţiriac ', notes: '  fără ceapă ' })).toMatchObject({
      customerName: 'Ștefan Țiriac',
      notes: 'fără ceapă',
    })
  })

  it.each(['customerName', 'phoneNumber', 'notes'])('%s may hold no NUL or other control character', (field) => {
    for (const character of ['\0', '\u0007', '\u001b', '\u007f', '\u0085']) {
      expect(faults({ [field]: `0712345678${character}Ana` })).toEqual([`${field}: validation.unprintable`])
    }
  })

  it('notes may have lines, and 500 characters', () => {
    expect(read({ notes: 'Fără ceapă.\r\n\tLa geam.' }).notes).toBe('Fără ceapă.\r\n\tLa geam.')
    expect(faults({ notes: 'x'.repeat(ORDER_NOTES_MAX) })).toEqual([])
    expect(faults({ notes: 'x'.repeat(ORDER_NOTES_MAX + 1) })).toHaveLength(1)
    expect([read({ notes: '' }).notes, read({ notes: null }).notes, read({}).notes]).toEqual([null, null, null])
  })
})

describe('the lines of an order', () => {
  it.each([1, 99])('%i of a dish are good', (quantity) => {
    expect(faults({ items: [{ ...line, quantity }] })).toEqual([])
  })

  it.each([0, -1, 100, 1.5, '2', null, Number.NaN])('%j of a dish are refused', (quantity) => {
    expect(faults({ items: [line, { ...line, quantity }] })).toEqual([expect.stringMatching(/^items\.1\.quantity: /)])
  })

  it.each([0, -7, 1.5, '7', null, undefined, 2 ** 53])('dish %j is refused', (menuItemId) => {
    expect(faults({ items: [{ ...line, menuItemId }] })).toEqual([expect.stringMatching(/^items\.0\.menuItemId: /)])
  })

  it('are at least 1 and at most 100', () => {
    expect(faults({ items: [] })).toEqual(['items: validation.emptyOrder'])
    expect(faults({ items: Array(MAX_LINES).fill(line) })).toEqual([])
    expect(faults({ items: Array(MAX_LINES + 1).fill(line) })).toEqual([expect.stringMatching(/^items: /)])
    expect(faults({ items: undefined })).toEqual([expect.stringMatching(/^items: /)])
  })

  it('carry a note of at most 140 characters, or none', () => {
    const noted = (notes: unknown) => ({ items: [{ ...line, notes }] })
    expect(faults(noted('x'.repeat(MAX_LINE_NOTES)))).toEqual([])
    expect(faults(noted('x'.repeat(MAX_LINE_NOTES + 1)))).toEqual([expect.stringMatching(/^items\.0\.notes: /)])
    expect(faults(noted('a\0b'))).toEqual(['items.0.notes: validation.unprintable'])
    expect(read(noted('  ')).items[0]?.notes).toBeNull()
    expect(read(noted(' fără ceapă ')).items[0]?.notes).toBe('fără ceapă')
  })
})

describe('the rest of an order', () => {
  it.each([undefined, null, '5700', -1, 57.5, 2 ** 53])('total %j is refused', (total) => {
    expect(faults({ total })).toEqual([expect.stringMatching(/^total: /)])
  })

  it('is dine-in without a table unless it says otherwise', () => {
    expect(read({})).toMatchObject({ diningOption: 'dine-in', tableId: null })
    expect(read({ diningOption: 'takeaway', tableId: 3 })).toMatchObject({ diningOption: 'takeaway', tableId: 3 })
    expect(read({ diningOption: 'delivery' }).diningOption).toBe('delivery')
  })

  it.each([
    ['diningOption', 'pickup'],
    ['diningOption', null],
    ['tableId', 0],
    ['tableId', '3'],
    ['tableId', 1.5],
  ])('%s %j is refused', (field, value) => {
    expect(faults({ [field]: value })).toEqual([expect.stringMatching(`^${field}: `)])
  })

  it.each(['pending', 'paid', 12, null, {}])('status %j is read and means nothing', (status) => {
    expect(faults({ status })).toEqual([])
  })

  it('loses unknown fields, in its lines too', () => {
    const kept = orderInputSchema.parse({
      ...good,
      price: 1,
      customerId: 4,
      items: [{ ...line, price: 1, guestName: 'Dan' }],
    })
    expect(Object.keys(kept)).toEqual(expect.arrayContaining(['items', 'total', 'customerName']))
    expect(kept).not.toHaveProperty('price')
    expect(kept).not.toHaveProperty('customerId')
    expect(kept.items).toEqual([{ menuItemId: 7, quantity: 2, notes: null }])
  })

  it.each([null, undefined, [], 'order', 12])('is no order at all: %j', (body) => {
    expect(orderInputSchema.safeParse(body).success).toBe(false)
  })
})

describe('a page of orders', () => {
  it.each([{}, { limit: '1' }, { limit: '200' }, { status: 'completed', before: '12', q: 'ana' }])(
    '%j is good',
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
  ])('%j is refused', (query) => {
    expect(listOrders.query.safeParse(query).success).toBe(false)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CartLine,
  cartCount,
  cartKey,
  cartTotal,
  keyOf,
  MAX_LINE_NOTES,
  MAX_LINES,
  MAX_ORDER_NOTES,
  MAX_QUANTITY,
  orderableTotal,
  parseStoredLines,
  putLine,
  roomForNotes,
} from './cart.ts'
import { priceChanges, stableKeys, withoutOrdered } from './cart-orders.ts'

interface Dish {
  id: number
  price: number
  name?: string
}

type Lines = CartLine<Dish>[]

const soup: Dish = { id: 1, price: 2850 }
const fish: Dish = { id: 2, price: 4900 }
const cart: Lines = [
  { dish: soup, quantity: 2 },
  { dish: fish, quantity: 1, notes: 'no salt' },
]

const addToCart = (lines: Lines, dish: Dish) => putLine(lines, { dish, quantity: 1 })
function change(lines: Lines, id: number, changed: Partial<CartLine<Dish>>): Lines {
  const line = lines.find(({ dish }) => dish.id === id)
  return line ? putLine(lines, { ...line, ...changed }, keyOf(line)) : [...lines]
}
const setQuantity = (lines: Lines, id: number, quantity: number) => change(lines, id, { quantity })
const setNotes = (lines: Lines, id: number, notes: string) => change(lines, id, { notes })

it('the limits of an order are 99 of a dish, 100 lines, notes of 500 characters, and of 2,000 together', () => {
  expect([MAX_QUANTITY, MAX_LINES, MAX_LINE_NOTES, MAX_ORDER_NOTES]).toEqual([99, 100, 500, 2000])
})

it('roomForNotes returns how many characters of notes are still allowed', () => {
  expect(roomForNotes([])).toBe(2000)
  expect(roomForNotes([null, undefined, '', 'ș'.repeat(1990), 'fără'])).toBe(6)
  expect(roomForNotes(['x'.repeat(2000)])).toBe(0)
  expect(roomForNotes(['x'.repeat(2000), 'y'])).toBe(-1)
})

describe('adding a dish', () => {
  it('raises the quantity by 1 if the cart has the dish', () => {
    expect(addToCart(cart, soup)).toEqual([{ dish: soup, quantity: 3 }, cart[1]])
  })

  it('appends a line with quantity 1 if the cart does not have the dish', () => {
    expect(addToCart([], soup)).toEqual([{ dish: soup, quantity: 1 }])
    expect(addToCart([{ dish: soup, quantity: 2 }], fish)).toEqual([
      { dish: soup, quantity: 2 },
      { dish: fish, quantity: 1 },
    ])
  })

  it('leaves a line with a note as it is', () => {
    expect(addToCart(cart, fish)).toEqual([...cart, { dish: fish, quantity: 1 }])
  })

  it('never raises the quantity above 99', () => {
    const full = [{ dish: soup, quantity: 98 }]
    expect(addToCart(full, soup)[0]?.quantity).toBe(99)
    expect(addToCart(addToCart(full, soup), soup)[0]?.quantity).toBe(99)
  })

  it('never makes more than 100 lines, but still raises the quantity of an existing line', () => {
    const lines = Array.from({ length: 100 }, (_, id) => ({ dish: { id, price: 100 }, quantity: 1 }))
    expect(addToCart(lines.slice(1), { id: 500, price: 100 })).toHaveLength(100)
    expect(addToCart(lines, { id: 500, price: 100 })).toEqual(lines)
    expect(addToCart(lines, { id: 7, price: 100 })[7]?.quantity).toBe(2)
  })
})

describe('setting a quantity', () => {
  it.each([-1, -0.5, -100, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('ignores %d', (quantity) => {
    expect(setQuantity(cart, soup.id, quantity)).toEqual(cart)
  })

  it('removes the line if it is 0', () => {
    expect(setQuantity(cart, soup.id, 0)).toEqual([cart[1]])
  })

  it('changes only the line of that dish', () => {
    expect(setQuantity(cart, soup.id, 7)).toEqual([{ dish: soup, quantity: 7 }, cart[1]])
  })

  it('limits it to 99', () => {
    expect(setQuantity(cart, soup.id, 99)[0]?.quantity).toBe(99)
    expect(setQuantity(cart, soup.id, 100)[0]?.quantity).toBe(99)
  })

  it('changes nothing if the cart does not have the dish', () => {
    expect(setQuantity(cart, 99, 5)).toEqual(cart)
  })
})

describe('the note of a line', () => {
  it('is set, and removed by an empty text', () => {
    expect(setNotes(cart, soup.id, 'no onions')[0]?.notes).toBe('no onions')
    expect(setNotes(cart, fish.id, '')[1]?.notes).toBeUndefined()
    expect(setNotes(cart, soup.id, 'no onions')[1]).toEqual(cart[1])
  })

  it('is cut to 500 characters, never within a character', () => {
    expect(setNotes(cart, soup.id, 'x'.repeat(501))[0]?.notes).toBe('x'.repeat(500))
    expect(setNotes(cart, soup.id, `${'x'.repeat(499)}🌶️`)[0]?.notes).toBe('x'.repeat(499))
    expect(setNotes(cart, soup.id, `${'x'.repeat(498)}🌶`)[0]?.notes).toBe(`${'x'.repeat(498)}🌶`)
  })
})

it('cartTotal leaves out what is sold out today', () => {
  const [first, ...others] = cart
  if (!first) throw new Error('an empty cart')
  expect(cartTotal([{ ...first, isOrderable: false }, ...others])).toBe(cartTotal(others))
})

it('orderableTotal leaves out what cannot be ordered', () => {
  const lines = [
    { price: 2850, quantity: 2, isOrderable: true },
    { price: 4900, quantity: 1, isOrderable: false },
  ]
  expect(orderableTotal(lines)).toBe(5700)
  expect(orderableTotal([])).toBe(0)
})

it('cartTotal and cartCount are sums over all lines, and 0 for an empty cart', () => {
  expect(cartTotal(cart)).toBe(2 * 2850 + 4900)
  expect(cartCount(cart)).toBe(3)
  expect([cartTotal([]), cartCount([])]).toEqual([0, 0])
})

describe('withoutOrdered, the cart after an order,', () => {
  it('is empty if the whole cart was ordered', () => {
    expect(
      withoutOrdered(
        cart,
        cart.map(({ dish, quantity }) => ({ menuItemId: dish.id, quantity })),
      ),
    ).toEqual([])
  })

  it('still contains what was added while the order was being sent', () => {
    const later = [...setQuantity(cart, soup.id, 5), { dish: { id: 3, price: 900 }, quantity: 1 }]
    expect(
      withoutOrdered(later, [
        { menuItemId: 1, quantity: 2 },
        { menuItemId: 2, quantity: 1 },
      ]),
    ).toEqual([
      { dish: soup, quantity: 3 },
      { dish: { id: 3, price: 900 }, quantity: 1 },
    ])
  })

  it('is empty, not negative, if the cart has less than was ordered', () => {
    expect(withoutOrdered([{ dish: soup, quantity: 1 }], [{ menuItemId: 1, quantity: 4 }])).toEqual([])
    expect(withoutOrdered(cart, [{ menuItemId: 77, quantity: 1 }])).toEqual(cart)
  })

  it('has both quantities subtracted if a dish was ordered in two lines', () => {
    const ordered = [
      { menuItemId: 1, quantity: 1 },
      { menuItemId: 1, quantity: 1 },
    ]
    expect(withoutOrdered(cart, ordered)).toEqual([cart[1]])
  })
})

const priceOf = (id: number) => 100 + id * 37
const dishId = fc.nat(120)
const operation: fc.Arbitrary<(lines: Lines) => Lines> = fc.oneof(
  { weight: 4, arbitrary: dishId.map((id) => (lines: Lines) => addToCart(lines, { id, price: priceOf(id) })) },
  dishId.map((id) => (lines: Lines) => setQuantity(lines, id, 0)),
  fc.tuple(dishId, fc.oneof(fc.integer({ min: -5, max: 200 }), fc.double())).map(
    ([id, quantity]) =>
      (lines: Lines) =>
        setQuantity(lines, id, quantity),
  ),
  fc.tuple(dishId, fc.string({ maxLength: 200 })).map(
    ([id, notes]) =>
      (lines: Lines) =>
        setNotes(lines, id, notes),
  ),
  fc
    .array(fc.record({ menuItemId: dishId, quantity: fc.integer({ min: 1, max: 99 }) }), { maxLength: 3 })
    .map((ordered) => (lines: Lines) => withoutOrdered(lines, ordered)),
)

// Empty carts, and carts at their limits.
const start = fc.oneof(
  fc.constant<Lines>([]),
  fc
    .integer({ min: 97, max: 100 })
    .map((length) =>
      Array.from({ length }, (_, id): CartLine<Dish> => ({ dish: { id, price: priceOf(id) }, quantity: 99 })),
    ),
)

// Freezes a cart, so that a function that mutates its argument throws.
function frozen(lines: Lines): Lines {
  for (const line of lines) Object.freeze(line)
  return Object.freeze(lines) as Lines
}

describe('priceChanges', () => {
  const priced = (id: number, price: number) => ({ id, price })

  it('lists each dish whose price differs once, with both prices', () => {
    const shown = [priced(1, 2850), priced(2, 1000), priced(1, 2850), priced(3, 500)]
    expect(priceChanges(shown, [priced(3, 450), priced(2, 1000), priced(1, 3000)])).toEqual([
      { id: 1, before: 2850, now: 3000 },
      { id: 3, before: 500, now: 450 },
    ])
  })

  it('is empty if either list has no prices', () => {
    expect(priceChanges([priced(1, 2850)], [])).toEqual([])
    expect(priceChanges([], [priced(1, 2850)])).toEqual([])
  })

  it('explains the whole difference between the totals', () => {
    const prices = fc.uniqueArray(fc.tuple(fc.nat(9), fc.nat(9999), fc.nat(9999), fc.integer({ min: 1, max: 9 })), {
      selector: ([id]) => id,
    })
    fc.assert(
      fc.property(prices, (dishes) => {
        const quantities = new Map(dishes.map(([id, , , quantity]) => [id, quantity]))
        const changes = priceChanges(
          dishes.map(([id, before]) => priced(id, before)),
          dishes.map(([id, , now]) => priced(id, now)),
        )
        const totalWith = (priceIndex: 1 | 2) => dishes.reduce((total, dish) => total + dish[priceIndex] * dish[3], 0)
        const difference = changes.reduce(
          (total, { id, before, now }) => total + (now - before) * (quantities.get(id) ?? 0),
          0,
        )
        expect(difference).toBe(totalWith(2) - totalWith(1))
      }),
    )
  })
})

describe('after any operations on a cart', () => {
  it('the total is the sum of price times quantity, and no limit is exceeded', () => {
    fc.assert(
      fc.property(start, fc.array(operation, { maxLength: 200, size: 'max' }), (initial, operations) => {
        let lines = initial
        for (const operate of operations) {
          lines = operate(frozen(lines))
          const isValid = lines.every(({ quantity }) => Number.isInteger(quantity) && quantity >= 1 && quantity <= 99)
          const keys = new Set(lines.map(keyOf)).size
          let sum = 0
          for (const { dish, quantity } of lines) sum += dish.price * quantity
          expect({ isValid, total: cartTotal(lines), keys }).toEqual({ isValid: true, total: sum, keys: lines.length })
          expect(lines.length).toBeLessThanOrEqual(100)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('adding 121 different dishes makes 100 lines', () => {
    const all = Array.from({ length: 121 }, (_, id) => ({ id, price: priceOf(id) }))
    expect(all.reduce<Lines>((lines, dish) => addToCart(lines, dish), [])).toHaveLength(MAX_LINES)
  })
})

describe('a line that is put into the cart', () => {
  const large = { id: 4, name: 'Large', nameRo: 'Mare', price: 900, quantity: 1 }
  const cheese = { id: 5, name: 'Cheese', nameRo: 'Cașcaval', price: 400, quantity: 2 }

  it('raises the line with the same dish, options and note, in whatever order the options are, and no other', () => {
    const line = { dish: soup, quantity: 1, notes: 'hot', options: [large, cheese] }
    expect(putLine([line], { ...line, quantity: 98, options: [cheese, large] })).toEqual([{ ...line, quantity: 99 }])
    for (const other of [
      { ...line, notes: 'mild' },
      { ...line, options: [large] },
      { ...line, options: [large, { ...cheese, quantity: 1 }] },
      { dish: fish, quantity: 1 },
    ])
      expect(putLine<Dish>([line], other)).toEqual([line, other])
  })

  it('takes the place of the line that it replaces, or joins the one that it becomes equal to', () => {
    const lines: Lines = [
      { dish: soup, quantity: 2, options: [large] },
      { dish: soup, quantity: 3 },
      { dish: fish, quantity: 1 },
    ]
    const key = cartKey(soup.id, [4])
    const changed = { dish: soup, quantity: 1, options: [cheese] }
    expect(putLine(lines, changed, key)).toEqual([changed, lines[1], lines[2]])
    expect(putLine(lines, { dish: soup, quantity: 4 }, key)).toEqual([{ dish: soup, quantity: 7 }, lines[2]])
    expect(putLine(lines, { dish: soup, quantity: 0 }, key)).toEqual([lines[1], lines[2]])
  })

  it('is not added to a cart that is full', () => {
    const full = Array.from({ length: MAX_LINES }, (_, i) => ({ dish: { id: 100 + i, price: 1 }, quantity: 1 }))
    expect(putLine<Dish>(full, { dish: soup, quantity: 2, notes: 'hot' })).toEqual(full)
  })

  it('counts in the total with its options', () => {
    expect(cartTotal([{ dish: soup, quantity: 2, options: [large, cheese] }])).toBe(2 * (2850 + 900 + 2 * 400))
  })

  it('is taken out again by an order with the same options, even if its note was changed since', () => {
    const lines = [
      { dish: soup, quantity: 2, options: [large], notes: 'new' },
      { dish: soup, quantity: 2 },
    ]
    expect(withoutOrdered(lines, [{ menuItemId: 1, quantity: 2, options: [4], notes: 'old' }])).toEqual([lines[1]])
  })
})

describe('parseStoredLines', () => {
  const soup = { id: 1, name: 'Soup', nameRo: 'Supă', price: 2850, imageUrl: '', tags: [] }
  const cake = { ...soup, id: 2, name: 'Cake', nameRo: 'Tort' }

  it('returns the valid lines of a damaged cart, each dish once', () => {
    const good = { dish: soup, quantity: 2 }
    expect(parseStoredLines([good, { dish: cake, quantity: 0 }, null, 'x', good])).toEqual([good])
  })

  it('returns a dish several times with other options, and no line with a broken option', () => {
    const option = { id: 4, name: 'Large', nameRo: 'Mare', price: 900, quantity: 1 }
    const lines = [
      { dish: soup, quantity: 2 },
      { dish: soup, quantity: 1, options: [option] },
    ]
    expect(parseStoredLines([...lines, { ...lines[1], options: [{ ...option, price: -1 }] }])).toEqual(lines)
  })

  it('returns no lines for another data structure', () => {
    expect(parseStoredLines({ items: [] })).toEqual([])
  })

  it('returns a line of a round with the guest for whom it is', () => {
    const line = { dish: soup, quantity: 1, guestName: 'seat 2' }
    expect(parseStoredLines([line, { ...line, guestName: 7 }])).toEqual([line])
  })
})

describe('a round, whose lines are for a guest or the whole table,', () => {
  const ofTwo = { dish: soup, quantity: 1, guestName: 'seat 2' }
  const large = { id: 2, name: 'large', nameRo: 'mare', price: 900, quantity: 1 }
  const shown = (lines: Lines) => lines.map(({ guestName, quantity }) => [guestName ?? null, quantity])

  it('has a line of a dish for each of them', () => {
    const whole = { dish: soup, quantity: 1, guestName: null }
    const lines = [whole, ofTwo, whole].reduce<Lines>((lines, line) => putLine(lines, line), [])
    expect(shown(lines)).toEqual([
      [null, 2],
      ['seat 2', 1],
    ])
    expect(shown(putLine(lines, { ...whole, quantity: 0 }, keyOf(whole)))).toEqual([['seat 2', 1]])
  })

  it('joins lines that become equal by their options', () => {
    const lines = [{ ...ofTwo, options: [large] }, ofTwo]
    expect(putLine(lines, { ...ofTwo, options: [large] }, keyOf(ofTwo))).toMatchObject([{ quantity: 2 }])
  })

  it('keeps the keys of its rows while notes change', () => {
    const keys = stableKeys([ofTwo, { ...ofTwo, notes: 'hot' }, { dish: soup, quantity: 1 }])
    expect(new Set(keys).size).toBe(3)
    expect(stableKeys([{ ...ofTwo, notes: 'cold' }])).toEqual(keys.slice(0, 1))
  })
})

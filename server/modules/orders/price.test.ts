import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DishToday } from '#server/modules/menu/index.ts'
import type { RuleOfDish } from '#server/modules/prices/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { testServer } from '#server/testing/app.ts'
import { ROUND_TO } from '#shared/domain/menu/offers.ts'
import { runsAt, strongest } from '#shared/domain/menu/price-rules.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { guestTotals } from '#shared/domain/orders/bill.ts'
import { orderTotal } from '#shared/domain/orders/cart-orders.ts'
import { cartOptions } from '#shared/domain/orders/cart-repair.ts'
import { salesByRate } from '#shared/domain/payments/due.ts'
import { priceOrder } from './price.ts'

const server = testServer()
const ZONE = 'Europe/Bucharest'
const HALF_HOURS = ['00:00', '06:30', '17:00', '18:00', '23:30']

const price = fc.integer({ min: 0, max: 100_000 })
const rule = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  percent: fc.integer({ min: 1, max: 90 }),
  roundTo: fc.constantFrom(...ROUND_TO),
  weekly: fc.option(
    fc.array(
      fc.record({
        day: fc.integer({ min: 1, max: 7 }),
        from: fc.constantFrom(...HALF_HOURS),
        to: fc.constantFrom(...HALF_HOURS),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  ),
})
const dish = fc.record({
  price,
  isSetMenu: fc.boolean(),
  vatRate: fc.constantFrom(null, 11, 21),
  fee: fc.boolean(),
  rules: fc.uniqueArray(rule, { maxLength: 3, selector: ({ id }) => id }),
  options: fc.array(fc.record({ price, named: fc.boolean() }), { maxLength: 3 }),
})
const ordered = fc.record({
  quantity: fc.integer({ min: 1, max: 5 }),
  guestName: fc.constantFrom(null, 'Ana', 'Dan'),
  times: fc.array(fc.nat(2), { minLength: 3, maxLength: 3 }),
})
const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })

it('an order costs the same on the page, on its lines, on the bill and by VAT rate, whatever rules run when', async () => {
  const settings = await readSettings(server.connection.db)
  const names = { name: 'x', nameRo: 'x' }
  fc.assert(
    fc.property(fc.array(fc.tuple(dish, ordered), { minLength: 1, maxLength: 4 }), moment, (wanted, now) => {
      const today = {
        ...{ isOrderable: true, isShown: true, soldOutUntil: new Date(0), portionsLeft: null, portionsUntil: null },
        ...{ servedHours: null, stationId: null, ...names },
      }
      const fee = { ...names, amount: 50, deposit: true }
      const limits = { from: null, until: null, isActive: true, version: 1, changedAt: null }
      // A dish that options name, with a rule of its own that never counts for them.
      const always: RuleOfDish = { ...names, ...limits, id: 99, percent: 90, roundTo: 1, weekly: null }
      const part: DishToday = {
        ...{ ...today, id: 100, price: 1000, vatRate: 21, isSetMenu: false, groups: [], takeawayFee: fee },
        rules: [always],
      }
      const dishes = wanted.map(([fields, { times }], i): DishToday => {
        const options = fields.options.map(({ price, named }, n) => ({
          ...{ id: (i + 1) * 10 + n, ...names, price, times: 9, allergenCodes: [], menuItemId: named ? part.id : null },
          ...{ preselected: false, isActive: true, soldOutUntil: null, takeawayFee: named ? fee : null },
        }))
        expect(times).toHaveLength(3)
        const group = { id: i + 1, ...names, dishId: null, without: false, min: 0, max: null, version: 1, options }
        const rules = fields.rules.map((one): RuleOfDish => ({ ...names, ...limits, ...one }))
        return { ...today, ...fields, id: i + 1, groups: [group], rules, takeawayFee: fields.fee ? fee : null }
      })
      const items = wanted.map(([, { quantity, guestName, times }], i) => {
        const chosen = dishes[i]?.groups[0]?.options.flatMap(({ id }, n) => Array<number>(times[n] ?? 0).fill(id)) ?? []
        return { menuItemId: i + 1, quantity, guestName, notes: null, options: chosen }
      })
      const preconditions = {
        settings,
        dishes: new Map([...dishes, part].map((one) => [one.id, one])),
        existingOptionIds: new Set<number>(),
        ...{ table: undefined, taken: new Map(), holdsMost: false, hasProvenSeat: false, unprovenAtTable: 0 },
        takenPortions: [],
      }
      // The cart of a page that got these dishes with their offers.
      const cart = dishes.map(({ id, price, groups, rules, takeawayFee }, i) => {
        const counts = strongest(rules.filter((one) => runsAt(one, now, ZONE)))
        const offer = counts ? { percent: counts.percent, roundTo: counts.roundTo, until: null } : null
        const options = cartOptions(groups, items[i]?.options ?? [])
        return { dish: { id, price, takeawayFee, offer }, quantity: items[i]?.quantity ?? 0, options }
      })
      const shown = orderTotal(cart, 'takeaway')
      const order = {
        ...{ items, total: shown, seesHidden: false, isGuest: true, isProven: true, timeZone: ZONE },
        diningOption: 'takeaway' as const,
      }
      const { lines, total } = priceOrder(order, preconditions, now)
      expect([total, linesTotal(lines)]).toEqual([shown, shown])
      const sum = (amounts: { amount: number }[]) => amounts.reduce((all, { amount }) => all + amount, 0)
      expect(
        guestTotals(lines.map((line) => ({ ...line, listPrice: line.listPrice ?? line.price }))).reduce(
          (all, guest) => all + guest.total,
          0,
        ),
      ).toBe(total)
      const sales = lines.map((line) => ({
        ...{ rate: line.vatRate, amount: line.price * line.quantity, shares: line.vatShares },
      }))
      expect(sum(salesByRate(sales))).toBe(total)
      for (const line of lines) {
        if (line.rule) expect(line.listPrice).toBeGreaterThanOrEqual(line.price)
        else expect(line.listPrice).toBeNull()
        if (line.rule) expect(line.rule.id).not.toBe(always.id)
      }
    }),
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TableChange } from './table-cart.ts'
import { dishOf, SOLD_OUT, tableOf } from './table-phone.fixture.ts'

const soup = dishOf(1)

type Step =
  | {
      who: number
      do: 'receive' | 'serve' | 'cut' | 'connect' | 'lose' | 'refuseAsTooMany' | 'reload' | 'carryOver' | number
    }
  | { who: number; do: TableChange }

const who = fc.nat(2)

const dish = fc.constantFrom(1, 2, 3, SOLD_OUT)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ who, do: fc.constantFrom('receive', 'serve') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      who,
      do: fc.constantFrom('cut', 'connect', 'lose', 'refuseAsTooMany', 'reload', 'carryOver'),
    }),
  },
  // A number is the milliseconds that pass.
  { weight: 1, arbitrary: fc.record({ who, do: fc.constantFrom(100, 1_000, 8_000) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      who,
      do: fc.oneof(
        fc.record({ kind: fc.constant('add'), dish: dish.map(dishOf), quantity: fc.integer({ min: 1, max: 3 }) }),
        fc.record({
          kind: fc.constant('set'),
          menuItemId: dish,
          quantity: fc.integer({ min: 0, max: 4 }),
          notes: fc.option(fc.constantFrom(null, 'no salt'), { nil: undefined }),
        }),
        fc.record({ kind: fc.constant('remove'), itemId: fc.integer({ min: 101, max: 106 }) }),
        fc.record({ kind: fc.constant('ready'), isReady: fc.boolean() }),
      ) as fc.Arbitrary<TableChange>,
    }),
  },
)

it('every phone shows the server’s cart, with nothing pending, once all frames are delivered', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const { model, clock, phones, serve, settle } = tableOf('ana', 'mihai', 'ioana')
      for (const { who, do: action } of steps) {
        const phone = phones[who]
        if (!phone) continue
        if (action === 'receive') phone.receive()
        else if (action === 'serve') serve(phone)
        else if (action === 'cut' || action === 'refuseAsTooMany' || action === 'reload') phone[action]()
        else if (action === 'carryOver') phone.carryOver([{ dish: dishOf(2), quantity: 2, notes: 'no salt' }])
        else if (action === 'lose') {
          // The frame is lost without a disconnect: the phone detects it by the gap in the versions.
          if (phone.down[0] && 'version' in phone.down[0] && phone.down[0].type !== 'CART_ITEMS') phone.down.shift()
        } else if (action === 'connect') {
          phone.cut()
          phone.connect()
        } else if (typeof action === 'number') clock.pass(action)
        else phone.change(action)
      }
      // A phone that is connected and lost no frame must reach the server's state without a reconnect.
      const isLossy = steps.some(({ do: action }) => action === 'lose')
      for (const phone of phones.filter(({ isConnected }) => isLossy || !isConnected)) {
        phone.cut()
        phone.connect()
      }
      settle()
      const serverLines = model.lines.map((line) => [line.participantId, line.menuItemId, line.quantity, line.notes])
      for (const phone of phones) {
        expect(phone.shown.lines).toEqual(serverLines)
        expect(phone.shown.ready).toEqual(model.guests.filter(({ isReady }) => isReady).map(({ id }) => id))
        expect(phone.state.pending).toEqual([])
      }
    }),
    { numRuns: 400 },
  )
})

it('each tap adds one portion, none lost or doubled through any number of disconnects', () => {
  const acts = fc.array(fc.constantFrom('tap', 'serve', 'receive', 'drop', 'refuseAsTooMany', 'wait'), {
    maxLength: 60,
    size: 'max',
  })
  fc.assert(
    fc.property(acts, (generatedActs) => {
      const { first, clock, serve, settle, model } = tableOf('ana')
      let taps = 0
      for (const act of generatedActs) {
        if (act === 'tap') {
          if (first.change({ kind: 'add', dish: soup, quantity: 1 })) taps += 1
        } else if (act === 'serve') serve(first)
        else if (act === 'receive') first.receive()
        else if (act === 'refuseAsTooMany') first.refuseAsTooMany()
        else if (act === 'wait') clock.pass(1_000)
        else {
          first.cut()
          first.connect()
        }
        // At every moment the shown quantity equals the number of taps.
        expect(first.shown.lines[0]?.[2] ?? 0).toBe(taps)
      }
      settle()
      expect(model.lines[0]?.quantity ?? 0).toBe(taps)
    }),
    { numRuns: 300 },
  )
})

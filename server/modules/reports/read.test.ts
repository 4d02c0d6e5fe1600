import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReportPart } from '#shared/contracts/reports.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { expectedDishes, expectedParts } from './fixtures/expected.ts'
import { reportsFixture, testOrderNear } from './fixtures/reports.ts'

const { deleteAll, insertOrders, report, setDayStart, sumPastMonths } = reportsFixture()

/** Dishes and users have tests of their own. */
const withoutDishes = (parts: ReportPart[]) => parts.map(({ dishes: _, users: __, ...part }) => part)

// Each try inserts many orders, which takes long on a busy machine.
describe('a report equals sums computed from single orders', () => {
  const dayStart = fc.constantFrom('04:00', '03:30', '00:00', '23:59', '12:15')

  it.each([
    ['in spring', '2026-03-28', '2026-03-30', ['2026-03-29T00:30:00Z', '2026-03-29T01:00:00Z', '2026-03-30T01:00:00Z']],
    ['in autumn', '2026-10-24', '2026-10-26', ['2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z', '2026-10-26T02:00:00Z']],
  ])('across the clock change %s', async (_, from, to, moments) => {
    await fc.assert(
      fc.asyncProperty(fc.array(testOrderNear(moments), { maxLength: 30 }), dayStart, async (testOrders, startsAt) => {
        await deleteAll()
        await setDayStart(startsAt)
        await insertOrders(testOrders)
        const { parts, ...days } = await report(from, to)
        expect(days).toEqual({ from, to, beforeFrom: addDays(from, -3), beforeTo: addDays(from, -1) })
        expect(withoutDishes(parts)).toEqual(expectedParts(testOrders, { from, to, dayStart: startsAt }))
      }),
      { numRuns: 12 },
    )
  })

  it('with and without stored sums of a month, and with sums stored for another start of the day', async () => {
    const moments = ['2024-03-01T02:00:00Z', '2024-03-31T01:00:00Z', '2024-04-01T01:00:00Z', '2024-04-30T21:00:00Z']
    await fc.assert(
      fc.asyncProperty(
        fc.array(testOrderNear(moments), { minLength: 5, maxLength: 30 }),
        dayStart,
        async (testOrders, startsAt) => {
          await deleteAll()
          await setDayStart('04:00')
          await insertOrders(testOrders)
          await sumPastMonths()
          await setDayStart(startsAt)
          const period = { from: '2024-04-01', to: '2024-05-02', dayStart: startsAt }
          const parts = async () => withoutDishes((await report(period.from, period.to)).parts)
          expect(await parts()).toEqual(expectedParts(testOrders, period))
          await sumPastMonths()
          expect(await parts()).toEqual(expectedParts(testOrders, period))
        },
      ),
      { numRuns: 12 },
    )
  })

  it('for each dish, with and without stored sums', async () => {
    await setDayStart('04:00')
    await fc.assert(
      fc.asyncProperty(fc.array(testOrderNear(['2024-04-20T12:00:00Z']), { maxLength: 30 }), async (generated) => {
        await deleteAll()
        const testOrders = generated.map((order) => ({ ...order, currency: 'lei', status: 'completed' }) as const)
        await insertOrders(testOrders)
        const soldDishes = async () => {
          const [part] = (await report('2024-04-01', '2024-04-30')).parts
          return (part?.dishes ?? []).map(({ quantity, revenue }) => [quantity, revenue])
        }
        const sold = Object.values(expectedDishes(testOrders)).map(
          ({ quantity, revenue }) => [quantity, revenue] as const,
        )
        const sorted = sold.sort((a, b) => b[0] - a[0] || b[1] - a[1])
        expect(await soldDishes()).toEqual(sorted)
        await sumPastMonths()
        expect(await soldDishes()).toEqual(sorted)
      }),
      { numRuns: 12 },
    )
  })
})

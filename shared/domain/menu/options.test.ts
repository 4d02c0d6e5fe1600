import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALLERGEN_CODES } from './allergens.ts'
import {
  type ChoosableGroup,
  type ChoosableOption,
  choicePrice,
  choiceProblems,
  chosenOptions,
  exceedsTimes,
  optionsOfDish,
} from './options.ts'

const NOW = new Date('2026-11-24T18:00:00Z')
const LATER = '2026-11-25T02:00:00.000Z'

const option = (id: number, more: Partial<ChoosableOption> = {}): ChoosableOption => ({
  ...{ id, name: `Option ${id}`, nameRo: '', price: 0, times: 1, allergenCodes: [], menuItemId: null },
  ...{ isActive: true, soldOutUntil: null },
  ...more,
})
const group = (options: ChoosableOption[], more: Partial<ChoosableGroup> = {}): ChoosableGroup => ({
  ...{ name: 'Group', nameRo: '', without: false, min: 0, max: null },
  options,
  ...more,
})

describe('choiceProblems', () => {
  const size = group([option(1), option(2, { soldOutUntil: LATER }), option(3, { isActive: false })], {
    name: 'Size',
    min: 1,
    max: 1,
  })
  it.each<[string, number[], object[]]>([
    ['one of the group', [1], []],
    ['none', [], [{ group: 'Size', reason: 'required' }]],
    ['one that is sold out', [2], [{ optionId: 2, group: 'Size', reason: 'sold_out' }]],
    ['one that is switched off', [3], [{ optionId: 3, group: 'Size', reason: 'gone' }]],
    ['one that no group has', [1, 9], [{ optionId: 9, reason: 'gone' }]],
    ['one twice', [1, 1], [{ group: 'Size', reason: 'too_many' }]],
  ])('of %s', (_, chosen, problems) => {
    expect(choiceProblems([size], chosen, NOW)).toEqual(problems)
  })

  it('counts repetitions towards a minimum of 3', () => {
    const three = group([option(1, { times: 3 }), option(2)], { min: 3 })
    expect(choiceProblems([three], [1, 1], NOW)).toEqual([{ group: 'Group', reason: 'required' }])
    expect(choiceProblems([three], [1, 1, 2], NOW)).toEqual([])
  })

  it('has an option back once its mark has passed', () => {
    expect(choiceProblems([size], [2], new Date(LATER))).toEqual([])
  })
})

it('exceedsTimes tells an option that is chosen more often than it may be', () => {
  const groups = [group([option(1, { times: 2 }), option(2)])]
  expect([exceedsTimes(groups, [1, 1, 2]), exceedsTimes(groups, [1, 1, 1]), exceedsTimes(groups, [2, 2])]).toEqual([
    false,
    true,
    true,
  ])
})

it('chosenOptions lists what is left out first, then the groups in their order', () => {
  const groups = [group([option(1), option(2)]), group([option(3)], { without: true })]
  expect(chosenOptions(groups, [2, 3, 1, 2]).map((one) => [one.option.id, one.quantity])).toEqual([
    [3, 1],
    [1, 1],
    [2, 2],
  ])
})

describe('optionsOfDish', () => {
  const milk = { allergenCodes: ['milk'] } as const
  it('has the cheapest required choices in its price, and none where they add nothing', () => {
    const sizes = [option(1, { price: 500 }), option(2, { price: 900 })]
    expect(optionsOfDish([group(sizes, { min: 1, max: 1 })], 3000, NOW)).toMatchObject({
      hasOptions: true,
      fromPrice: 3500,
    })
    const free = group([option(1), option(2, { price: 900 })], { min: 1 })
    expect(optionsOfDish([free], 3000, NOW).fromPrice).toBeNull()
    const twice = group([option(1, { price: 200, times: 2 }), option(2, { price: 300 })], { min: 3 })
    expect(optionsOfDish([twice], 3000, NOW).fromPrice).toBe(3700)
    expect(optionsOfDish([group(sizes)], 3000, NOW).fromPrice).toBeNull()
  })

  it('cannot be ordered while a required group has too few options left', () => {
    const one = group([option(1, { soldOutUntil: LATER }), option(2)], { min: 1 })
    expect(optionsOfDish([one], 3000, NOW).unmet).toBe(false)
    expect(optionsOfDish([{ ...one, min: 2 }], 3000, NOW)).toMatchObject({ unmet: true, fromPrice: null })
  })

  it('names the allergens that no choice avoids', () => {
    const sides = group([option(1, milk), option(2, milk), option(3)], { min: 1 })
    expect(optionsOfDish([sides], 0, NOW).requiredAllergenCodes).toEqual([])
    expect(optionsOfDish([{ ...sides, min: 2 }], 0, NOW).requiredAllergenCodes).toEqual(['milk'])
    expect(optionsOfDish([group([option(1, milk)])], 0, NOW).requiredAllergenCodes).toEqual([])
  })

  it('agrees with trying every choice', () => {
    const anyOption = fc.record({
      price: fc.nat(1000),
      times: fc.integer({ min: 1, max: 3 }),
      off: fc.boolean(),
      code: fc.constantFrom(undefined, ...ALLERGEN_CODES.slice(0, 2)),
    })
    const anyGroup = fc.record({ min: fc.nat(3), options: fc.array(anyOption, { minLength: 1, maxLength: 3 }) })
    fc.assert(
      fc.property(fc.array(anyGroup, { maxLength: 2 }), fc.nat(5000), (drawn, price) => {
        let id = 0
        const groups = drawn.map(({ min, options }) =>
          group(
            options.map(({ off, code, ...fields }) =>
              option(++id, { ...fields, isActive: !off, allergenCodes: code ? [code] : [] }),
            ),
            { min },
          ),
        )
        const all = groups.flatMap(({ options }) => options)
        const choices = all.reduce<number[][]>(
          (some, { id: optionId, times }) =>
            some.flatMap((chosen) =>
              Array.from({ length: times + 1 }, (_, n) => [...chosen, ...Array(n).fill(optionId)]),
            ),
          [[]],
        )
        const possible = choices.filter((chosen) => choiceProblems(groups, chosen, NOW).length === 0)
        const summed = optionsOfDish(groups, price, NOW)
        expect(summed.unmet).toBe(possible.length === 0)
        if (possible.length === 0) return
        const cheapest = Math.min(...possible.map((chosen) => choicePrice(groups, chosen)))
        expect(summed.fromPrice).toBe(cheapest > 0 ? price + cheapest : null)
        const codesOf = (chosen: number[]) =>
          all.filter((one) => chosen.includes(one.id)).flatMap((one) => one.allergenCodes)
        const unavoidable = ALLERGEN_CODES.filter((code) => possible.every((chosen) => codesOf(chosen).includes(code)))
        expect([...summed.requiredAllergenCodes].sort()).toEqual([...unavoidable].sort())
      }),
      { numRuns: 300 },
    )
  })
})

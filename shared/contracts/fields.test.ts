import { afterEach, describe, expect, it, vi } from 'vitest'
import { MAX_PRICE } from '../domain/money.ts'
import { id, idParam, isoMoment, money, optionalText, price, text, textRule } from './fields.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('text', () => {
  it('is measured after it is cleaned', () => {
    expect(text(3, 2).parse('  ab  ')).toBe('ab')
    expect(text(3, 2).safeParse('  a  ').success).toBe(false)
    expect(text(3).safeParse('abcd').success).toBe(false)
    expect(text(4).parse('s\u0327a\u0306')).toBe('șă')
  })

  it('with a least length counts only characters that can be seen', () => {
    const name = text(10, 2, 'nameRequired')
    for (const typed of ['\u200B\u200B', 'a\u200D', '\u2800\u2800\u2800', '\u3164 \u3164', 'a\uFE0F', '\u00ADa\u00AD'])
      expect(name.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(['nameRequired'])
    for (const typed of ['ab', 'a\u200Db', '🥘🥘', 'a b']) expect(name.parse(typed)).toBe(typed)
    expect(text(10, 1).safeParse('\u2060').error?.issues[0]?.message).toBe('validation.atLeastCharacters 1')
    expect(text(10, 1).safeParse('').error?.issues[0]).toMatchObject({ code: 'too_small' })
    expect(text(10, 1).parse('\u202Ea\u202C')).toBe('a')
    expect(text(10).parse('\u200B')).toBe('\u200B')
  })

  it('may have tabs and lines, but nothing that cannot be printed', () => {
    expect(text(10).parse('a\tb\r\nc')).toBe('a\tb\r\nc')
    for (const character of ['\0', '\u0001', '\u000b', '\u001f', '\u007f', '\u009f']) {
      expect(text(10).safeParse(`a${character}b`).error?.issues[0]?.message).toBe('validation.unprintable')
    }
  })

  it('that is far too long is refused by its length, before any other check', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize')
    const refused = text(10, 2, 'nameRequired').safeParse('\u0301\u0323\0'.repeat(50_000))
    expect(normalize).not.toHaveBeenCalled()
    expect(refused.error?.issues).toMatchObject([{ code: 'too_big', maximum: 10 }])
  })

  it('that is refused is not judged by a further rule', () => {
    const holds = vi.fn((typed: string) => typed === 'ab')
    const ruled = text(2).check(textRule(holds, 'validation.format'))
    expect(ruled.safeParse('abc').error?.issues).toMatchObject([{ code: 'too_big' }])
    expect(ruled.safeParse('\0').error?.issues).toMatchObject([{ message: 'validation.unprintable' }])
    expect(ruled.safeParse(1).error?.issues).toMatchObject([{ code: 'invalid_type' }])
    expect(holds).not.toHaveBeenCalled()
    expect(ruled.safeParse('ba').error?.issues).toMatchObject([{ message: 'validation.format' }])
    expect(ruled.parse(' ab ')).toBe('ab')
  })

  it('is optional where null, nothing and blank are one', () => {
    for (const typed of ['', '   ', null, undefined]) expect(optionalText(10).parse(typed)).toBeNull()
    expect(optionalText(10).parse(' a ')).toBe('a')
    expect(optionalText(3).safeParse('abcd').success).toBe(false)
  })
})

describe('the number of a row', () => {
  it.each([0, -1, 1.5, '1', 2 ** 53, null])('is not %j', (value) => {
    expect(id.safeParse(value).success).toBe(false)
  })

  it.each(['', 'abc', '-1', '1.5', '1e3', '0x1', ' 1', '1 ', '１', '1234567890123456'])(
    'is not %j in a path',
    (value) => {
      expect(idParam.safeParse(value).error?.issues[0]?.message).toBe('validation.wholeNumber')
    },
  )

  it('is read from a path as a number', () => {
    expect(idParam.parse('42')).toBe(42)
    expect(idParam.parse('999999999999999')).toBe(999_999_999_999_999)
  })
})

it.each([-1, 0.5, '1', 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])('%j is no amount of money', (value) => {
  expect(money.safeParse(value).success).toBe(false)
})

it('a moment is ISO 8601 in UTC', () => {
  expect(isoMoment.safeParse('2026-11-20T18:00:00.000Z').success).toBe(true)
  expect(isoMoment.safeParse('2026-11-20T18:00:00+02:00').success).toBe(false)
  expect(isoMoment.safeParse('20.11.2026').success).toBe(false)
})

it('a price is an amount of money up to its maximum', () => {
  for (const value of [0, 2850, MAX_PRICE]) expect(price.safeParse(value).success).toBe(true)
  for (const value of [-1, 0.5, MAX_PRICE + 1]) expect(price.safeParse(value).success).toBe(false)
})

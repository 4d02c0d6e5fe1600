import { afterEach, describe, expect, it, vi } from 'vitest'
import { MAX_PRICE } from '../../domain/money.ts'
import { emailAddress, id, idParam, isoMoment, minorAmount, optionalText, price, text, textRule } from './fields.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('an email address', () => {
  const issue = (typed: string) => emailAddress('emailInvalid').safeParse(typed).error?.issues[0]?.message
  const long = (count: number) => 'a'.repeat(count)

  it.each([
    ...[
      'ana@masa.ro',
      ' Ana.Pop+masa@MASA.co.uk ',
      "o'neill'@masa.ro",
      'a@b.ro',
      '1@1.ro',
      '_a-@a-b.ro',
      'ana@masa.museum',
    ],
    ...['ana@пример.рф', 'ana@example.xn--p1ai', 'ana@xn--e1afmkfd.xn--p1ai', 'ana&ion@example.ro', 'jörg@example.de'],
    ...[
      'ștefan@brânză.ro',
      'анна@example.ro',
      'ana@münchen.de',
      '用户@例子.公司',
      'क@उदाहरण.भारत',
      'jo\u0308rg@example.de',
    ],
    ...['!#$%&*+/=?^_`{|}~@masa.ro', `${long(64)}@masa.ro`, `ana@${long(63)}.ro`],
  ])('is valid: %s', (typed) => {
    expect(issue(typed)).toBeUndefined()
    expect(emailAddress('').parse(typed)).toBe(typed.trim())
  })

  it.each([
    ...['', 'ana', 'ana@', '@masa.ro', 'ana@masa', 'a na@masa.ro', 'ana@ma sa.ro', 'ana@@masa.ro', 'ana@ion@masa.ro'],
    ...['.ana@masa.ro', 'ana.@masa.ro', 'a..na@masa.ro', 'ana@.masa.ro', 'ana@masa..ro', 'ana@masa.ro.', 'ana@masa.r'],
    ...['ana@-masa.ro', 'ana@masa-.ro', 'ana@ma_sa.ro', 'ana@masa.ro-', 'ana@masa.123', 'ana@192.168.1.1', 'ana@[::1]'],
    ...['ana,ion@masa.ro', 'ana;ion@masa.ro', 'Ana <ana@masa.ro>', '"ana"@masa.ro', 'a\u202Ena@masa.ro'],
    ...[
      'ana@masa.ro, ion@masa.ro',
      'a\u200Bna@masa.ro',
      'ana@masa.ro/x',
      'ana@xn--.ro-',
      'ana@masa.xn--',
      'ana@masa.xn--p-',
    ],
    ...[`${long(65)}@masa.ro`, `ana@${long(64)}.ro`, `${long(60)}@${`${long(60)}.`.repeat(4)}ro`],
  ])('is invalid: %j', (typed) => {
    expect(issue(typed)).toBe('emailInvalid')
  })
})

describe('text', () => {
  it('is trimmed and normalized, and then its length is checked', () => {
    expect(text(3, 2).parse('  ab  ')).toBe('ab')
    expect(text(3, 2).safeParse('  a  ').success).toBe(false)
    expect(text(3).safeParse('abcd').success).toBe(false)
    expect(text(4).parse('s\u0327a\u0306')).toBe('șă')
  })

  it('counts only visible characters for its minimum length', () => {
    const name = text(10, 2, 'nameRequired')
    for (const input of ['\u200B\u200B', 'a\u200D', '\u2800\u2800\u2800', '\u3164 \u3164', 'a\uFE0F', '\u00ADa\u00AD'])
      expect(name.safeParse(input).error?.issues.map(({ message }) => message)).toEqual(['nameRequired'])
    for (const input of ['ab', 'a\u200Db', '🥘🥘', 'a b']) expect(name.parse(input)).toBe(input)
    expect(text(10, 1).safeParse('\u2060').error?.issues[0]?.message).toBe('validation.atLeastCharacters 1')
    expect(text(10, 1).safeParse('').error?.issues[0]).toMatchObject({ code: 'too_small' })
    expect(text(10, 1).parse('\u202Ea\u202C')).toBe('a')
    expect(text(10).parse('\u200B')).toBe('\u200B')
  })

  it('may contain tabs and line breaks, but no other control characters', () => {
    expect(text(10).parse('a\tb\r\nc')).toBe('a\tb\r\nc')
    for (const character of ['\0', '\u0001', '\u000b', '\u001f', '\u007f', '\u009f']) {
      expect(text(10).safeParse(`a${character}b`).error?.issues[0]?.message).toBe('validation.unprintable')
    }
  })

  it('is not normalized, and is rejected only for its length, if it is far too long', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize')
    const result = text(10, 2, 'nameRequired').safeParse('\u0301\u0323\0'.repeat(50_000))
    expect(normalize).not.toHaveBeenCalled()
    expect(result.error?.issues).toMatchObject([{ code: 'too_big', maximum: 10 }])
  })

  it('is not checked by a further rule once it is rejected', () => {
    const rule = vi.fn((input: string) => input === 'ab')
    const schema = text(2).check(textRule(rule, 'validation.format'))
    expect(schema.safeParse('abc').error?.issues).toMatchObject([{ code: 'too_big' }])
    expect(schema.safeParse('\0').error?.issues).toMatchObject([{ message: 'validation.unprintable' }])
    expect(schema.safeParse(1).error?.issues).toMatchObject([{ code: 'invalid_type' }])
    expect(rule).not.toHaveBeenCalled()
    expect(schema.safeParse('ba').error?.issues).toMatchObject([{ message: 'validation.format' }])
    expect(schema.parse(' ab ')).toBe('ab')
  })

  it('is parsed to null if it is optional and null, undefined or blank', () => {
    for (const input of ['', '   ', null, undefined]) expect(optionalText(10).parse(input)).toBeNull()
    expect(optionalText(10).parse(' a ')).toBe('a')
    expect(optionalText(3).safeParse('abcd').success).toBe(false)
  })
})

describe('an id', () => {
  it.each([0, -1, 1.5, '1', 2 ** 31, 2 ** 53, null])('cannot be %j', (value) => {
    expect(id.safeParse(value).success).toBe(false)
  })

  it.each(['', 'abc', '-1', '1.5', '1e3', '0x1', ' 1', '1 ', '１', '12345678901'])(
    'cannot be %j in a path',
    (value) => {
      expect(idParam.safeParse(value).error?.issues[0]?.message).toBe('validation.wholeNumber')
    },
  )

  it('is parsed from a path as a number', () => {
    expect(idParam.parse('42')).toBe(42)
    expect(idParam.parse('2147483647')).toBe(2 ** 31 - 1)
    expect(idParam.safeParse('2147483648').error?.issues[0]?.message).toBe('validation.atMost 2147483647')
  })
})

it.each([-1, 0.5, '1', 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])(
  'an amount of minorAmount cannot be %j',
  (value) => {
    expect(minorAmount.safeParse(value).success).toBe(false)
  },
)

it('isoMoment accepts only ISO 8601 times in UTC', () => {
  expect(isoMoment.safeParse('2026-11-20T18:00:00.000Z').success).toBe(true)
  expect(isoMoment.safeParse('2026-11-20T18:00:00+02:00').success).toBe(false)
  expect(isoMoment.safeParse('20.11.2026').success).toBe(false)
})

it('isoMoment makes text of a date, and refuses what is no moment', () => {
  expect(isoMoment.parse(new Date('2026-11-20T20:00:00+02:00'))).toBe('2026-11-20T18:00:00.000Z')
  for (const wrong of [null, undefined, 0, {}]) expect(isoMoment.safeParse(wrong).success).toBe(false)
})

it('a price is a whole number of minor units from 0 to MAX_PRICE', () => {
  for (const value of [0, 2850, MAX_PRICE]) expect(price.safeParse(value).success).toBe(true)
  for (const value of [-1, 0.5, MAX_PRICE + 1]) expect(price.safeParse(value).success).toBe(false)
})

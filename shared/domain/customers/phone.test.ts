import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLACEHOLDER_PHONE } from '../orders/order.ts'
import { phoneDigits, phoneForPeople } from './phone.ts'
import { dialledNumber, hasPhonePart, phonePart, romanianForPeople } from './stored-phone.ts'

describe('phoneDigits', () => {
  it.each([
    '0712 345 678',
    '0712345678',
    '+40712345678',
    '+40 712 345 678',
    '40712345678',
    '0040712345678',
    '00 40 712 345 678',
    '0712-345-678',
    '(0712) 345.678',
    '  +40 (0) 712 345 678 ',
    '712345678',
  ])('parses %j as 40712345678', (input) => {
    expect(phoneDigits(input)).toBe('40712345678')
  })

  it.each([
    ['021 312 34 56', '40213123456'],
    ['+44 20 7946 0958', '442079460958'],
    ['0044 20 7946 0958', '442079460958'],
    ['+1 (202) 456-1414', '12024561414'],
    ['+373 22 123 456', '37322123456'],
    ['491711234567', '491711234567'],
  ])('parses %j as %s', (input, digits) => {
    expect(phoneDigits(input)).toBe(digits)
  })

  it.each(['', '   ', 'call me', '12345', '0712', '07123456789012345', '+999 123 456 789', PLACEHOLDER_PHONE, '+'])(
    'returns undefined for %j',
    (input) => {
      expect(phoneDigits(input)).toBeUndefined()
    },
  )

  it('returns the same digits for its own result', () => {
    const mobile = fc.integer({ min: 20_000_000, max: 79_999_999 }).map((rest) => `07${rest}`)
    fc.assert(
      fc.property(mobile, (input) => {
        const digits = phoneDigits(input)
        expect(digits).toBe(`4${input}`)
        expect(phoneDigits(digits ?? '')).toBe(digits)
      }),
    )
  })

  it('never throws, and returns only digits', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789+-() ') })), (input) => {
        expect(phoneDigits(input) ?? '0').toMatch(/^\d{1,15}$/)
      }),
    )
  })
})

describe('phoneForPeople', () => {
  it.each([
    ['40712345678', '+40 712 345 678'],
    ['442079460958', '+44 20 7946 0958'],
    ['12345', '12345'],
    ['1234567890', '1234567890'],
    ['call me', 'call me'],
    ['', ''],
  ])('formats %j as %j', (stored, formatted) => {
    expect(phoneForPeople(stored)).toBe(formatted)
  })
})

it('romanianForPeople writes each valid Romanian number as phoneForPeople does, and no other number', () => {
  const digits = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
  fc.assert(
    fc.property(
      fc.oneof(
        digits(9),
        digits(7).map((rest) => `21${rest}`),
      ),
      (national) => {
        const stored = `40${national}`
        expect(romanianForPeople(stored) ?? stored).toBe(phoneForPeople(stored))
      },
    ),
  )
  for (const other of ['442079460958', '12345', '0712345678', 'call me', ''])
    expect(romanianForPeople(other)).toBeUndefined()
})

it.each([
  ['40712345678', '+40712345678'],
  ['442079460958', '+442079460958'],
  ['0799 888', '0799888'],
  ['12345', '12345'],
  ['call me', ''],
])('a phone dials %j as %j', (stored, dialled) => {
  expect(dialledNumber(stored)).toBe(dialled)
})

describe('a search for a phone number', () => {
  const finds = (stored: string, input: string) => {
    const part = phonePart(input)
    return part !== undefined && hasPhonePart(stored, part)
  }

  it.each([
    '0799 888 777',
    '0799888777',
    '+40 799 888 777',
    '+40799888777',
    '+40 (0) 799 888 777',
    '+40 0799 888 777',
    '0040799888777',
    '00 40 799 888 777',
    '40799888777',
    '799888777',
    '(0799) 888-777',
    '0799.888.777',
    ' 0799/888/777 ',
    '0799',
    '+40 799',
    '0040799',
    '799 888',
    '88 87',
    '8777',
  ])('finds 40799888777 by %j', (input) => {
    expect(finds('40799888777', input)).toBe(true)
  })

  it.each(['0799 888', '+40 799 888', '0040799888', '799-888'])(
    'finds by %j a number that could not be parsed and was stored as typed',
    (input) => {
      expect(finds('0799 888', input)).toBe(true)
      expect(finds('0799-88.8', input)).toBe(true)
    },
  )

  it.each([
    ['442079460958', '020 7946 0958'],
    ['442079460958', '+44 20 7946'],
    ['442079460958', '0044 20 7946'],
    ['37322123456', '+373 22 123'],
  ])('finds the foreign number %s by %j', (stored, input) => {
    expect(finds(stored, input)).toBe(true)
  })

  // A part of a number has four digits; three are enough at its beginning.
  it.each(['0798', '+41 799 888', '0799 888 778', '799 889'])('does not find 40799888777 by %j', (input) => {
    expect(finds('40799888777', input)).toBe(false)
  })

  it.each([
    '',
    ' ',
    '7',
    '799',
    '079',
    '07 9',
    '+40',
    '0040',
    '#7998',
    'masa 7998',
    '7998a',
    '100%',
    PLACEHOLDER_PHONE,
  ])('does not treat %j as part of a number', (input) => {
    expect(phonePart(input)).toBeUndefined()
  })

  const mobile = fc.integer({ min: 20_000_000, max: 79_999_999 }).map((rest) => `7${rest}`)
  const anyNotation = fc
    .tuple(
      mobile,
      fc.constantFrom('0', '+40', '0040', '40', '', '+40 (0)', '00 40 '),
      fc.array(fc.nat(8), { maxLength: 4 }),
    )
    .map(([rest, prefix, gaps]) => {
      const spaced = [...rest].map((digit, i) => (gaps.includes(i) ? ` ${digit}` : digit)).join('')
      return { rest, input: prefix + spaced }
    })

  it('finds a number in any notation and spacing, and by any four of its digits in a row', () => {
    fc.assert(
      fc.property(anyNotation, fc.nat(5), ({ rest, input }, from) => {
        expect(finds(`40${rest}`, input)).toBe(true)
        expect(finds(`0${rest}`, input)).toBe(true)
        const part = rest.slice(from, from + 4)
        if (!part.startsWith('0')) expect(finds(`40${rest}`, `${part.slice(0, 2)} ${part.slice(2)}`)).toBe(true)
      }),
    )
  })

  it('never throws, and searches for at least three digits', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789+-() ') })), (input) => {
        expect(phonePart(input) ?? '1234').toMatch(/^\d{3,}$/)
      }),
    )
  })
})

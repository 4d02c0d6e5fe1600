import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLACEHOLDER_PHONE } from './dining.ts'
import { phoneDigits, phoneForPeople } from './phone.ts'

describe('a phone number as it is stored', () => {
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
  ])('%j is 40712345678', (typed) => {
    expect(phoneDigits(typed)).toBe('40712345678')
  })

  it.each([
    ['021 312 34 56', '40213123456'],
    ['+44 20 7946 0958', '442079460958'],
    ['0044 20 7946 0958', '442079460958'],
    ['+1 (202) 456-1414', '12024561414'],
    ['+373 22 123 456', '37322123456'],
    ['491711234567', '491711234567'],
  ])('%j is %s', (typed, digits) => {
    expect(phoneDigits(typed)).toBe(digits)
  })

  it.each(['', '   ', 'call me', '12345', '0712', '07123456789012345', '+999 123 456 789', PLACEHOLDER_PHONE, '+'])(
    'cannot be read from %j',
    (typed) => {
      expect(phoneDigits(typed)).toBeUndefined()
    },
  )

  it('is the same when what is stored is read again', () => {
    const mobile = fc.integer({ min: 20_000_000, max: 79_999_999 }).map((rest) => `07${rest}`)
    fc.assert(
      fc.property(mobile, (typed) => {
        const digits = phoneDigits(typed)
        expect(digits).toBe(`4${typed}`)
        expect(phoneDigits(digits ?? '')).toBe(digits)
      }),
    )
  })

  it('never throws, whatever was typed, and is nothing but digits', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789+-() ') })), (typed) => {
        expect(phoneDigits(typed) ?? '0').toMatch(/^\d{1,15}$/)
      }),
    )
  })
})

describe('a stored number for people', () => {
  it.each([
    ['40712345678', '+40 712 345 678'],
    ['442079460958', '+44 20 7946 0958'],
    ['12345', '12345'],
    ['1234567890', '1234567890'],
    ['call me', 'call me'],
    ['', ''],
  ])('%j is written %j', (stored, written) => {
    expect(phoneForPeople(stored)).toBe(written)
  })
})

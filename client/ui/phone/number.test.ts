import fc from 'fast-check'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { describe, expect, it } from 'vitest'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import {
  countriesIn,
  countryOf,
  inNationalFormat,
  limitDigits,
  phoneNumberOf,
  searchCountries,
  typedNumberFromStored,
  withCountry,
} from './phone-input.tsx'

describe('countries', () => {
  const [english, romanian] = [countriesIn('en'), countriesIn('ro')]
  const found = (query: string, countries = romanian) => searchCountries(countries, query).map(({ code }) => code)

  describe('the list of countries', () => {
    it('starts with Romania, and continues in order of the names, in each language', () => {
      expect(english.slice(0, 3).map(({ name }) => name)).toEqual(['Romania', 'Afghanistan', 'Åland Islands'])
      expect(romanian[0]).toMatchObject({ name: 'România', callingCode: '40' })
      expect(romanian.length).toBeGreaterThan(230)
      for (const { name, code } of romanian) expect(name).not.toBe(code)
    })

    it.each(['germania', 'GERMANIA', 'Germany', 'germ', 'DE', 'de', '49', '+49', '0049'])(
      'finds Germany by %j',
      (query) => {
        expect(found(query)[0]).toBe('DE')
      },
    )

    it('is searched without regard to diacritics, in both directions', () => {
      expect(found('romania')[0]).toBe('RO')
      expect(found('ROMÂNIA')[0]).toBe('RO')
      expect(found('elvetia')).toEqual(['CH'])
      expect(found('aland', english)).toContain('AX')
      expect(found("cote d'ivoire", english)).toEqual(['CI'])
      expect(found('Țările de Jos')).toContain('NL')
      expect(found('netherlands')).toContain('NL')
    })

    it('is searched by a calling code that several countries share, and returns nothing for unknown text', () => {
      expect(found('+1')).toEqual(expect.arrayContaining(['US', 'CA', 'JM']))
      expect(found('+1').slice(0, 25)).not.toContain('MA')
      for (const query of ['xyzzy', '+9999', '%', '.*']) expect(found(query)).toEqual([])
      expect(found('')).toHaveLength(romanian.length)
    })
  })
})

describe('limit digits', () => {
  it('limitDigits returns the first 15 digits, with the other characters between and after them', () => {
    expect(limitDigits('+40 712 345 678')).toBe('+40 712 345 678')
    expect(limitDigits('1234 5678 9012 3456 7')).toBe('1234 5678 9012 345 ')
  })
})

describe('number', () => {
  describe('the country of a number', () => {
    it.each([
      ['+49 151 234', 'DE'],
      ['0049151', 'DE'],
      ['+373 22', 'MD'],
      ['+1', 'US'],
      ['+1 204 234 5678', 'CA'],
      ['+44', 'GB'],
      ['+40712345678', 'RO'],
    ])('of “%s” is %s', (text, country) => {
      expect(countryOf(text, 'RO')).toBe(country)
    })

    it('is the chosen one if the number has no calling code', () => {
      for (const text of ['', '0712', '+', '+4', '00', '0000000000', '712345678', 'abc'])
        expect(countryOf(text, 'FR')).toBe('FR')
      expect(countryOf('+1', 'CA')).toBe('CA')
    })
  })

  describe('the number that is sent', () => {
    it.each(['0712 345 678', '0712345678', '712345678', '+40712345678', '0040 712 345 678', '40712345678'])(
      'is +40712345678 for %j with Romania chosen',
      (text) => {
        expect(phoneNumberOf({ country: 'RO', text })).toBe('+40712345678')
      },
    )

    it('begins with the calling code of the chosen country, even if the number is incomplete', () => {
      expect(phoneNumberOf({ country: 'DE', text: '0151 23456789' })).toBe('+4915123456789')
      expect(phoneNumberOf({ country: 'GB', text: '020 7946 0958' })).toBe('+442079460958')
      expect(phoneNumberOf({ country: 'DE', text: '01' })).toBe('+49 01')
      expect(phoneNumberOf({ country: 'DE', text: '+49 15' })).toBe('+49 15')
    })

    it('is the entered text if it is not a number, so that the form can validate it', () => {
      for (const text of ['0712', '123', '0000000000', 'call me'])
        expect(phoneNumberOf({ country: 'RO', text })).toBe(text)
      for (const country of ['RO', 'DE'] as const) expect(phoneNumberOf({ country, text: '  ' })).toBe('')
    })

    it('begins with its country’s calling code as the server parses it, for any country', () => {
      const country = fc.constantFrom(...getCountries())
      const digits = fc.integer({ min: 10_000_000, max: 999_999_999 }).map(String)
      fc.assert(
        fc.property(country, digits, (country, text) => {
          const sent = phoneNumberOf({ country, text })
          const stored = phoneDigits(sent)
          if (country !== 'RO' && stored !== undefined)
            expect(stored.startsWith(getCountryCallingCode(country))).toBe(true)
          expect(sent.length).toBeLessThanOrEqual(32)
        }),
      )
    })
  })

  describe('a number when the input loses the focus', () => {
    it('is formatted as in its country', () => {
      expect(inNationalFormat({ country: 'RO', text: '+40712345678' })).toEqual({ country: 'RO', text: '0712 345 678' })
      expect(inNationalFormat({ country: 'RO', text: '0712345678' })).toEqual({ country: 'RO', text: '0712 345 678' })
      expect(inNationalFormat({ country: 'RO', text: '+49 151 23456789' })).toMatchObject({ country: 'DE' })
      expect(inNationalFormat({ country: 'RO', text: '0712' })).toEqual({ country: 'RO', text: '0712' })
    })

    it('stays the same number, also when the input is filled from a stored number', () => {
      fc.assert(
        fc.property(fc.integer({ min: 20_000_000, max: 79_999_999 }), (digits) => {
          const sent = phoneNumberOf({ country: 'RO', text: `07${digits}` })
          expect(phoneNumberOf(inNationalFormat({ country: 'RO', text: `07${digits}` }))).toBe(sent)
          expect(phoneNumberOf(typedNumberFromStored(sent))).toBe(sent)
        }),
      )
    })
  })

  it('a number keeps its digits when another country is chosen, without the former calling code', () => {
    expect(withCountry('AT', { country: 'RO', text: '0712 345 678' })).toEqual({ country: 'AT', text: '0712 345 678' })
    expect(withCountry('AT', { country: 'DE', text: '+49 151 23456789' })).toEqual({
      country: 'AT',
      text: '15123456789',
    })
    expect(withCountry('AT', { country: 'DE', text: '+49' })).toEqual({ country: 'AT', text: '' })
  })
})

import { describe, expect, it } from 'vitest'
import { countriesIn, searchCountries } from './countries.ts'

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

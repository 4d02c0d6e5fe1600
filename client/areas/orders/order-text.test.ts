import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Settings } from '#shared/contracts/settings.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { DICTIONARIES } from '#shared/i18n/words/index.ts'
import { SETTINGS, sampleOrder } from '../../testing/samples.ts'
import { i18n } from '../../ui/translation.ts'
import { ageText, guestText, isTableName, orderAge, pickupText } from './order-text.ts'
import { contactLink, smsLink } from './sms.ts'

describe('order text', () => {
  const settings: Settings = {
    ...SETTINGS,
    language: 'ro',
    restaurantName: 'Pâine & Vin',
    restaurantPhone: '0721 555 014',
  }
  const bodyOf = (link: string) => decodeURIComponent(link.split('?&body=')[1] ?? '')

  beforeAll(() => {
    i18n.addWords('en', DICTIONARIES.en)
    i18n.addWords('ro', DICTIONARIES.ro)
  })

  it('contactLink contains the order in the restaurant’s language, with a word in place of “&”', () => {
    expect(bodyOf(contactLink(sampleOrder(), settings))).toBe(
      'Pâine și Vin, comanda #1: În așteptare\n2× Ciorbă\nTotal: 57.00 LEI\n0721 555 014',
    )
  })

  it('contactLink contains the time at which it is picked up', () => {
    const pickupAt = '2026-11-20T18:30:00.000Z'
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T16:00:00Z') })
    expect(bodyOf(contactLink(sampleOrder({ pickupAt }), settings)).split('\n')[1]).toBe('Ridicare: 20:30')
    vi.setSystemTime(new Date('2026-10-24T20:00:00Z'))
    const twice = sampleOrder({ pickupAt: '2026-10-25T01:30:00.000Z' })
    expect(bodyOf(contactLink(twice, settings)).split('\n')[1]).toBe('Ridicare: 03:30 (ora de iarnă)')
    vi.useRealTimers()
  })

  it.each([
    ['Table 2', 2, true],
    ['Masa 2', 2, true],
    ['Masa 12', 2, false],
    ['Masa 2', null, false],
    ['Masa 2, Ana', 2, false],
    ['Ana', 2, false],
  ])('isTableName of %j at table %j is %j', (name, number, expected) => {
    expect(isTableName(name, number)).toBe(expected)
  })

  it.each(LANGUAGES)(
    'guestText says a seat that was stored in either language in that of the page (%s)',
    (language) => {
      i18n.changeLanguage(language)
      const seats = LANGUAGES.map((stored) => guestText(i18n.getFixedT(stored)('floor.seat', { number: 12 })))
      expect(seats).toEqual(Array(2).fill(i18n.getFixedT(language)('floor.seat', { number: 12 })))
      expect([guestText('Ana seat 3'), guestText('seat Ana')]).toEqual(['Ana seat 3', 'seat Ana'])
    },
  )
})

describe('order age', () => {
  const now = Date.parse('2026-11-20T18:00:00Z')

  it.each([
    ['2026-11-20T17:59:01Z', 0],
    ['2026-11-20T17:59:00Z', 1],
    ['2026-11-20T12:00:00Z', 360],
    // The page's clock is behind.
    ['2026-11-20T18:04:00Z', 0],
  ])('of an order placed at %s is %i minutes', (createdAt, minutes) => {
    expect(orderAge(createdAt, now)).toEqual({ minutes })
  })

  it.each([
    [0, 'now', 'acum'],
    [59, '59 min', '59 min'],
    [125, '2 h 05', '2 h 05'],
    [3 * 1440 + 61, '3 d 1 h', '3 z 1 h'],
  ])('ageText of %i minutes is “%s”, in one row', (minutes, english, romanian) => {
    const texts = (['en', 'ro'] as const).map((language) => ageText(i18n.getFixedT(language), minutes))
    expect(texts).toEqual([english, romanian].map((text) => text.replaceAll(' ', '\u00a0')))
  })
})

describe('sms', () => {
  /** The message text on an iPhone, which parses the link by the rules of URLs. */
  function textOnIphone(link: string): string {
    return new URL(link).searchParams.get('body') ?? ''
  }

  /** The message text in Android's own app, which decodes the link before it splits it at "&", and then the text again. */
  function textOnAndroid(link: string): string {
    const decoded = decodeURIComponent(link.slice(link.indexOf('?') + 1))
    const body = decoded.split('&').find((part) => part.startsWith('body='))
    return decodeURIComponent(body?.slice(5).replaceAll('+', ' ') ?? '')
  }

  describe('smsLink', () => {
    it('opens a message to the international number with its text, on both systems', () => {
      const link = smsLink('40723118402', 'Comanda #12: 2× Ciorbă\nTotal 57.00 LEI', 'și')
      expect(link).toBe('sms:+40723118402?&body=Comanda%20%2312%3A%202%C3%97%20Ciorb%C4%83%0ATotal%2057.00%20LEI')
      expect(textOnAndroid(link)).toBe(textOnIphone(link))
    })

    it.each([
      ['Fish & chips', 'Fish and chips'],
      ['R&B\n& more', 'R and B\nand more'],
      ['Salt && pepper', 'Salt and pepper'],
      ['Soup + bread', 'Soup and bread'],
      ['Call +40 21 555 01 01', 'Call 0040 21 555 01 01'],
      ['Milk 3.5%', 'Milk 3.5％'],
      ['half \uD83C', 'half '],
    ])('replaces what Android would cut or misread: %j becomes %j', (text, expected) => {
      const link = smsLink('40723118402', text, 'and')
      expect([textOnIphone(link), textOnAndroid(link)]).toEqual([expected, expected])
    })

    it('yields the same text on both systems, whatever the dishes’ names', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.constantFrom('and', 'și'), (text, and) => {
          const link = smsLink('40723118402', text, and)
          expect(link.split('&')).toHaveLength(2)
          expect(textOnAndroid(link)).toBe(textOnIphone(link))
        }),
      )
    })

    it('changes no other characters', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
          fc.pre(!/[&+%]/.test(text))
          expect(textOnIphone(smsLink('40723118402', text, 'and'))).toBe(text)
        }),
      )
    })

    it('uses the digits of an invalid number unchanged', () => {
      expect(smsLink('12 34 (ask)', '', 'and')).toBe('sms:1234?&body=')
    })
  })

  describe('pickupText', () => {
    const t = ((key: string, { time }: { time: string }) => `${key} ${time}`) as unknown as TFunction
    afterEach(() => void vi.useRealTimers())

    it.each([
      ['later today', '16:00', '2026-11-20T18:30:00Z', '20:30'],
      ['earlier today', '21:00', '2026-11-20T10:30:00Z', '12:30'],
      ['tonight after midnight', '20:00', '2026-11-20T22:30:00Z', '00:30'],
      ['tomorrow', '16:00', '2026-11-21T10:30:00Z', 'orders.tomorrow 12:30'],
      ['on another day', '16:00', '2026-11-27T10:30:00Z', 'Fri 27 Nov 12:30'],
    ])('says when an order is picked up %s', (_, now, pickedUpAt, expected) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(`2026-11-20T${now}:00Z`) })
      expect(pickupText(t, pickedUpAt, { timeZone: 'Europe/Bucharest' }, 'en')).toBe(expected)
    })
  })
})

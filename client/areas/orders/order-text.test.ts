import fc from 'fast-check'
import i18n from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Settings } from '#shared/contracts/settings.ts'
import { en } from '#shared/i18n/en/index.ts'
import { ro } from '#shared/i18n/ro/index.ts'
import { SETTINGS, sampleOrder } from '../../testing/samples.ts'
import { recordTap } from './card-parts.tsx'
import { isTableName, orderAge, splitMinutes, statusWord } from './order-text.ts'
import { contactLink, SMS_MAX, smsLink, smsText } from './sms.ts'

describe('order text', () => {
  const settings: Settings = {
    ...SETTINGS,
    language: 'ro',
    restaurantName: 'Pâine & Vin',
    restaurantPhone: '0721 555 014',
  }
  const bodyOf = (link: string) => decodeURIComponent(link.split('?&body=')[1] ?? '')

  beforeAll(() =>
    i18n.init({
      resources: { en: { translation: en }, ro: { translation: ro } },
      fallbackLng: 'en',
      interpolation: { escapeValue: false },
    }),
  )

  it('contactLink contains the order in the restaurant’s language, with a word in place of “&”', () => {
    expect(bodyOf(contactLink(sampleOrder(), settings))).toBe(
      'Pâine și Vin, comanda #1: În așteptare\n2× Ciorbă\nTotal: 57.00 LEI\n0721 555 014',
    )
  })

  it('contactLink contains the number of dishes for which the message has no room', () => {
    const [line] = sampleOrder().items
    if (!line) throw new Error('no line')
    const items = Array.from({ length: 80 }, (_, id) => ({ ...line, id, name: `Sour soup ${id}`, nameRo: '' }))
    const text = bodyOf(contactLink(sampleOrder({ items }), { ...settings, language: 'en' }))
    expect(text).toMatch(/\n2× Sour soup \d+\nand \d+ more\nTotal: 57\.00 LEI\n0721 555 014$/)
  })

  it.each([
    ['ro', 'dine-in', 'delivered', 'Predată'],
    ['ro', 'takeaway', 'delivered', 'Predată'],
    ['ro', 'dine-in', 'ready', 'Gata'],
    ['en', 'dine-in', 'delivered', 'Delivered'],
    ['en', 'takeaway', 'delivered', 'Delivered'],
  ] as const)('statusWord in %s of a %s order that is %s is “%s”', (language, diningOption, status, word) => {
    const t = i18n.getFixedT(language)
    expect(statusWord(t, sampleOrder({ diningOption, status }))).toBe(word)
    expect(statusWord(t, sampleOrder({ diningOption, status: 'pending' }), status)).toBe(word)
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
})

describe('order age', () => {
  const now = Date.parse('2026-11-20T18:00:00Z')

  describe('the age of an order', () => {
    it.each([
      ['2026-11-20T17:59:01Z', 0, 0],
      ['2026-11-20T17:59:00Z', 1, 1 / 30],
      ['2026-11-20T17:45:00Z', 15, 0.5],
      ['2026-11-20T17:30:00Z', 30, 1],
      ['2026-11-20T12:00:00Z', 360, 1],
    ])('of an order placed at %s is %i minutes, and fills %f of the bar', (createdAt, minutes, fill) => {
      expect(orderAge(createdAt, now)).toEqual({ minutes, fill })
    })

    it('is never negative', () => {
      expect(orderAge('2026-11-20T18:04:00Z', now)).toEqual({ minutes: 0, fill: 0 })
    })

    it('is split into days, hours and minutes', () => {
      expect(splitMinutes(59)).toEqual({ days: 0, hours: 0, minutes: 59 })
      expect(splitMinutes(125)).toEqual({ days: 0, hours: 2, minutes: 5 })
      expect(splitMinutes(3 * 1440 + 61)).toEqual({ days: 3, hours: 1, minutes: 1 })
    })
  })
})

describe('double tap', () => {
  const tap = (timeStamp: number, clientX: number, clientY: number) => recordTap({ timeStamp, clientX, clientY })

  it('recordTap detects the second of two quick taps at one position', () => {
    expect(tap(1_000, 300, 400)).toBe(false)
    expect(tap(1_200, 310, 405)).toBe(true)
    // A third quick tap also counts.
    expect(tap(1_500, 310, 405)).toBe(true)
    expect(tap(1_900, 310, 405)).toBe(false)
    expect(tap(2_000, 500, 405)).toBe(false)
  })

  it('recordTap is false for presses by keyboard', () => {
    expect(tap(9_000, 0, 0)).toBe(false)
    expect(tap(9_010, 0, 0)).toBe(false)
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

  describe('smsText', () => {
    const more = (count: number) => `and ${count} more`

    it('contains all parts, one per line, if they fit', () => {
      expect(smsText(['Order #1'], ['2× Soup', '1× Cake'], ['Total: 75.00 LEI'], more)).toBe(
        'Order #1\n2× Soup\n1× Cake\nTotal: 75.00 LEI',
      )
    })

    it('contains the number of dishes left out of a long order', () => {
      const lines = Array.from({ length: 60 }, (_, i) => `${i + 1}× A dish with a long name`)
      const text = smsText(['Order #1'], lines, ['Total: 75.00 LEI'], more)
      expect(text.length).toBeLessThanOrEqual(SMS_MAX)
      const shown = text.split('\n').filter((line) => line.includes('×')).length
      expect(shown).toBeGreaterThan(15)
      expect(text).toContain(`\nand ${60 - shown} more\nTotal: 75.00 LEI`)
    })

    it('never exceeds the limit, and never leaves out the total or a dish that would fit', () => {
      const lines = fc.array(fc.string({ minLength: 1, maxLength: 120 }), { maxLength: 100 })
      fc.assert(
        fc.property(lines, (dishes) => {
          const text = smsText(['head'], dishes, ['total'], more)
          expect(text.length).toBeLessThanOrEqual(SMS_MAX)
          expect(text.endsWith('\ntotal')).toBe(true)
          const all = ['head', ...dishes, 'total'].join('\n')
          if (all.length <= SMS_MAX) expect(text).toBe(all)
          else expect(text).toMatch(/\nand \d+ more\ntotal$/)
        }),
      )
    })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SMS_MAX, smsLink, smsText } from './sms.ts'

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

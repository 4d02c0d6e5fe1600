import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, cleanUsername, foldText, visibleLength } from './text.ts'

const clean = (text: string) => cleanText(text, 1000)
const romanian = fc.string({ unit: fc.constantFrom(...'aăâbcdeiîsștțAĂÂIÎSȘTȚşţŞŢ -1'), maxLength: 40 })

const INVISIBLE = [
  ...[
    '\u00AD',
    '\u034F',
    '\u061C',
    '\u115F',
    '\u1160',
    '\u17B4',
    '\u180B',
    '\u180E',
    '\u200B',
    '\u200C',
    '\u200D',
    '\u200E',
  ],
  ...[
    '\u200F',
    '\u202A',
    '\u202E',
    '\u2060',
    '\u2063',
    '\u2066',
    '\u2069',
    '\u2800',
    '\u3164',
    '\uFE00',
    '\uFE0F',
    '\uFEFF',
  ],
  ...['\uFFA0', '\uFFF9', '\uFFFB', '\u{1D159}', '\u{1D173}', '\u{E0020}', '\u{E007F}', '\u{E0100}'],
]
/** Invisible characters, spaces, lone surrogates, combining marks and letters in any order. */
const strange = fc.string({
  unit: fc.constantFrom(...INVISIBLE, ' ', '\n', '\ud83e', '\udd58', '\u0301', 'a', 'ş'),
  maxLength: 20,
})

describe('cleaned text', () => {
  it.each([
    ['Brânză şi peşte', 'Brânză și pește'],
    ['ŢUICĂ, Şuncă', 'ȚUICĂ, Șuncă'],
    ['deja cu virgulă: ș ț Ș Ț', 'deja cu virgulă: ș ț Ș Ț'],
    ['  Ana  Pop\t', 'Ana  Pop'],
    ['fără ceapă\nfără usturoi', 'fără ceapă\nfără usturoi'],
  ])('%j becomes %j', (input, cleaned) => {
    expect(clean(input)).toBe(cleaned)
  })

  it('is composed, even if a cedilla is a combining mark', () => {
    expect(clean('ma\u0306ma\u0306liga\u0306')).toBe('mămăligă')
    expect(clean('s\u0326i t\u0326uica\u0306')).toBe('și țuică')
    expect(clean('s\u0327i t\u0327uica\u0306')).toBe('și țuică')
  })

  it('contains no cedilla letters, and does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(
        fc.oneof(romanian, strange, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
        (input) => {
          const cleaned = clean(input)
          expect(cleaned).not.toMatch(/[şţŞŢ\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/)
          expect(cleaned.normalize('NFC')).toBe(cleaned)
          expect(clean(cleaned)).toBe(cleaned)
        },
      ),
    )
  })
})

describe('cleaning unusual text', () => {
  it('replaces lone surrogates, and keeps surrogate pairs', () => {
    expect(clean('a\ud83eb')).toBe('a\ufffdb')
    expect(clean('a\udd58')).toBe('a\ufffd')
    expect(clean('\u{1f958}')).toBe('\u{1f958}')
  })

  it.each([
    ['\u202Egnp.exe', 'gnp.exe'],
    ['Ana\u202C \u2066Pop\u2069', 'Ana Pop'],
    ['\u200E\u200F\u061C Supă \u202D', 'Supă'],
    ['a\u202E\u0301', 'á'],
    ['\ud83e\u202E\udd58', '\ufffd\ufffd'],
    ['\u2065\u206A', '\u2065\u206A'],
  ])('removes direction marks: %j becomes %j', (input, cleaned) => {
    expect(clean(input)).toBe(cleaned)
  })

  it('keeps joined and coloured emoji, and the joiners of other scripts', () => {
    for (const cleaned of ['👨‍👩‍👧‍👦', '❤️‍🔥', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👍🏽', 'می‌خواهم', 'क्‍ष'])
      expect(clean(`x ${cleaned} x`)).toBe(`x ${cleaned} x`)
  })

  it('composes text that fits its maximum after trimming, and leaves longer text unchanged', () => {
    const input = 'e\u0302\u0301'.repeat(10)
    expect(cleanText(' '.repeat(1000) + input, 10)).toBe('ế'.repeat(10))
    expect(cleanText(`${input}e`, 10)).toBe(`${input}e`)
  })
})

describe('folded text', () => {
  it.each([
    ['Mămăligă cu brânză', 'mamaliga'],
    ['Ciorbă de burtă', 'CIORBA'],
    ['Țuică', 'tuica'],
    ['Șnițel', 'şniţel'],
    ['Îngheţată', 'inghetata'],
    ['Crème brûlée', 'creme brulee'],
  ])('of %s contains that of %s', (name, input) => {
    expect(foldText(name)).toContain(foldText(input))
  })

  it('differs for different words', () => {
    expect(foldText('țară')).not.toBe(foldText('sare'))
  })

  it('contains the folded form of every part of a text', () => {
    fc.assert(
      fc.property(romanian, romanian, romanian, (before, part, after) => {
        expect(foldText(before + part + after)).toContain(foldText(part))
      }),
    )
  })

  it('is the same for composed, decomposed, upper-case and cleaned text', () => {
    fc.assert(
      fc.property(romanian, (input) => {
        expect(foldText(input.normalize('NFD'))).toBe(foldText(input))
        expect(foldText(input.toUpperCase())).toBe(foldText(input))
        expect(foldText(clean(input))).toBe(foldText(input).trim())
      }),
    )
  })
})

describe('a username', () => {
  it('has only characters that can be seen, and does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(fc.oneof(strange, fc.string({ unit: 'binary' })), (input) => {
        const username = cleanUsername(input, 1000)
        expect(username).not.toMatch(/[\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}]/u)
        expect(cleanUsername(username, 1000)).toBe(username)
        expect(cleanUsername(clean(input), 1000)).toBe(username)
      }),
    )
  })

  it('gets no new character from what stands beside a removed one', () => {
    expect(cleanUsername('a\u034F\u0301', 10)).toBe('á')
    expect(cleanUsername('a\uDB40\u200B\uDC20', 10)).toBe('a\uFFFD\uFFFD')
    expect(cleanUsername('Ana \u200B', 10)).toBe('Ana')
  })
})

describe('the visible characters', () => {
  it.each(INVISIBLE.map((character) => [(character.codePointAt(0) ?? 0).toString(16), character]))(
    'do not include U+%s, nor spaces around it',
    (_, character) => {
      expect(visibleLength(character.repeat(3))).toBe(0)
      expect(visibleLength(`${character} ${character}`)).toBe(0)
      expect(visibleLength(`${character}a b${character}`)).toBe(3)
    },
  )

  it('include letters of all scripts, signs and emoji, also joined ones', () => {
    for (const text of ['Ana', 'șî', '語句', 'می‌خ', 'A1', '👨‍👩‍👧', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🥘', '--', '⠿'])
      expect([text, visibleLength(text) > 0]).toEqual([text, true])
  })

  it('of cleaned text are at most as many as its length, and 0 only if nothing is visible', () => {
    fc.assert(
      fc.property(strange, (input) => {
        const cleaned = clean(input)
        expect(visibleLength(cleaned)).toBeLessThanOrEqual(cleaned.length)
        expect(visibleLength(cleaned) > 0).toBe(
          /[^\s\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}]/u.test(cleaned),
        )
      }),
    )
  })
})

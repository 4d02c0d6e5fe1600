import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, foldText, visibleLength } from './text.ts'

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
/** Invisible characters, spaces, halves of surrogate pairs, marks and letters in any order. */
const strange = fc.string({
  unit: fc.constantFrom(...INVISIBLE, ' ', '\n', '\ud83e', '\udd58', '\u0301', 'a', 'ş'),
  maxLength: 20,
})

describe('text as it is stored', () => {
  it.each([
    ['Brânză şi peşte', 'Brânză și pește'],
    ['ŢUICĂ, Şuncă', 'ȚUICĂ, Șuncă'],
    ['deja cu virgulă: ș ț Ș Ț', 'deja cu virgulă: ș ț Ș Ț'],
    ['  Ana  Pop\t', 'Ana  Pop'],
    ['fără ceapă\nfără usturoi', 'fără ceapă\nfără usturoi'],
  ])('%j becomes %j', (typed, kept) => {
    expect(clean(typed)).toBe(kept)
  })

  it('is composed, also where an old cedilla came as a mark of its own', () => {
    expect(clean('ma\u0306ma\u0306liga\u0306')).toBe('mămăligă')
    expect(clean('s\u0326i t\u0326uica\u0306')).toBe('și țuică')
    expect(clean('s\u0327i t\u0327uica\u0306')).toBe('și țuică')
  })

  it('holds no cedilla letter, and does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(
        fc.oneof(romanian, strange, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
        (typed) => {
          const kept = clean(typed)
          expect(kept).not.toMatch(/[şţŞŢ\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/)
          expect(kept.normalize('NFC')).toBe(kept)
          expect(clean(kept)).toBe(kept)
        },
      ),
    )
  })
})

describe('text that nobody could have typed', () => {
  it('is well-formed: half of a character is replaced, a whole one is kept', () => {
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
  ])('does not turn its direction: %j becomes %j', (typed, kept) => {
    expect(clean(typed)).toBe(kept)
  })

  it('keeps joined and coloured emoji, and the joiners of other scripts', () => {
    for (const kept of ['👨‍👩‍👧‍👦', '❤️‍🔥', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👍🏽', 'می‌خواهم', 'क्‍ष'])
      expect(clean(`x ${kept} x`)).toBe(`x ${kept} x`)
  })

  it('is composed where it can become short enough, whatever space is around it, and otherwise left as it is', () => {
    const typed = 'e\u0302\u0301'.repeat(10)
    expect(cleanText(' '.repeat(1000) + typed, 10)).toBe('ế'.repeat(10))
    expect(cleanText(`${typed}e`, 10)).toBe(`${typed}e`)
  })
})

describe('text for comparing', () => {
  it.each([
    ['Mămăligă cu brânză', 'mamaliga'],
    ['Ciorbă de burtă', 'CIORBA'],
    ['Țuică', 'tuica'],
    ['Șnițel', 'şniţel'],
    ['Îngheţată', 'inghetata'],
    ['Crème brûlée', 'creme brulee'],
  ])('finds %s by %s', (name, typed) => {
    expect(foldText(name)).toContain(foldText(typed))
  })

  it('tells different words apart', () => {
    expect(foldText('țară')).not.toBe(foldText('sare'))
  })

  it('still finds every plain part of a text', () => {
    fc.assert(
      fc.property(romanian, romanian, romanian, (before, part, after) => {
        expect(foldText(before + part + after)).toContain(foldText(part))
      }),
    )
  })

  it('does not mind whether a text is composed, or in which case it is', () => {
    fc.assert(
      fc.property(romanian, (typed) => {
        expect(foldText(typed.normalize('NFD'))).toBe(foldText(typed))
        expect(foldText(typed.toUpperCase())).toBe(foldText(typed))
        expect(foldText(clean(typed))).toBe(foldText(typed).trim())
      }),
    )
  })
})

describe('the characters that can be seen', () => {
  it.each(INVISIBLE.map((character) => [(character.codePointAt(0) ?? 0).toString(16), character]))(
    'are not U+%s, nor a space around it',
    (_, character) => {
      expect(visibleLength(character.repeat(3))).toBe(0)
      expect(visibleLength(`${character} ${character}`)).toBe(0)
      expect(visibleLength(`${character}a b${character}`)).toBe(3)
    },
  )

  it('are letters of all scripts, signs and emoji, joined ones too', () => {
    for (const text of ['Ana', 'șî', '語句', 'می‌خ', 'A1', '👨‍👩‍👧', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🥘', '--', '⠿'])
      expect([text, visibleLength(text) > 0]).toEqual([text, true])
  })

  it('are never more than the text has, and stay as many once the text is cleaned', () => {
    fc.assert(
      fc.property(strange, (typed) => {
        const kept = clean(typed)
        expect(visibleLength(kept)).toBeLessThanOrEqual(kept.length)
        expect(visibleLength(kept) > 0).toBe(
          /[^\s\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}]/u.test(kept),
        )
      }),
    )
  })
})

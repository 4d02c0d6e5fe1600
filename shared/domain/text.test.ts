import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, foldText } from './text.ts'

const clean = (text: string) => cleanText(text, 1000)
const romanian = fc.string({ unit: fc.constantFrom(...'aăâbcdeiîsștțAĂÂIÎSȘTȚşţŞŢ -1'), maxLength: 40 })

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
      fc.property(fc.oneof(romanian, fc.string({ unit: 'grapheme' })), (typed) => {
        const kept = clean(typed)
        expect(kept).not.toMatch(/[şţŞŢ]/)
        expect(kept.normalize('NFC')).toBe(kept)
        expect(clean(kept)).toBe(kept)
      }),
    )
  })
})

describe('text that nobody could have typed', () => {
  it('is well-formed: half of a character is replaced, a whole one is kept', () => {
    expect(clean('a\ud83eb')).toBe('a\ufffdb')
    expect(clean('a\udd58')).toBe('a\ufffd')
    expect(clean('\u{1f958}')).toBe('\u{1f958}')
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

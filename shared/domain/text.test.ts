import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, foldText } from './text.ts'

const romanian = fc.string({ unit: fc.constantFrom(...'aăâbcdeiîsștțAĂÂIÎSȘTȚşţŞŢ -1'), maxLength: 40 })

describe('text as it is stored', () => {
  it.each([
    ['Brânză şi peşte', 'Brânză și pește'],
    ['ŢUICĂ, Şuncă', 'ȚUICĂ, Șuncă'],
    ['deja cu virgulă: ș ț Ș Ț', 'deja cu virgulă: ș ț Ș Ț'],
    ['  Ana  Pop\t', 'Ana  Pop'],
    ['fără ceapă\nfără usturoi', 'fără ceapă\nfără usturoi'],
  ])('%j becomes %j', (typed, kept) => {
    expect(cleanText(typed)).toBe(kept)
  })

  it('is composed, also where an old cedilla came as a mark of its own', () => {
    expect(cleanText('ma\u0306ma\u0306liga\u0306')).toBe('mămăligă')
    expect(cleanText('s\u0326i t\u0326uica\u0306')).toBe('și țuică')
    expect(cleanText('s\u0327i t\u0327uica\u0306')).toBe('și țuică')
  })

  it('holds no cedilla letter, and does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(fc.oneof(romanian, fc.string({ unit: 'grapheme' })), (typed) => {
        const kept = cleanText(typed)
        expect(kept).not.toMatch(/[şţŞŢ]/)
        expect(kept.normalize('NFC')).toBe(kept)
        expect(cleanText(kept)).toBe(kept)
      }),
    )
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
        expect(foldText(cleanText(typed))).toBe(foldText(typed).trim())
      }),
    )
  })
})

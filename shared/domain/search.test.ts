import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchExpression, searchedText, searchPattern } from './search.ts'
import { foldText } from './text.ts'

const finds = (query: string, text: string) => searchExpression(query).test(searchedText(text))

describe('a search', () => {
  it.each([
    ['Hawthorn’s', ["hawthorn's", 'hawthorns', 'hawthorn’s', 'Hawthorn`s', 'HAWTHORN´S', 'n’s', 'hawthorn s']],
    ["Hawthorn's", ['hawthorn’s', 'Hawthornʼs', 'hawthorn‘s', 'hawthorns', "n's"]],
    ['Coca-Cola 0,5 l', ['coca cola', 'cocacola', 'Coca‑Cola', 'coca – cola', '-Cola', 'a-C', '0,5', 'cola 0']],
    ['Coca Cola', ['coca-cola', 'cocacola', 'coca  cola', 'coca\u00a0cola']],
    ['Cocacola', ['coca-cola', 'coca cola']],
    ['Ana \u00a0 Pop', ['ana pop', 'ana  pop', 'anapop']],
    ['O’Neill', ["o'neill", 'oneill', 'o neill', "O'"]],
    ['7-Up', ['7up', '7 up', '7−up']],
    ['Weißbier', ['weissbier', 'WEISSBIER', 'weiß']],
    ['WEIẞBIER', ['weissbier']],
    ['Smørbrød, Æbleskiver, Þorramatur', ['smorbrod', 'SMØRBRØD', 'aebleskiver', 'thorra']],
    ['Żołądkowa Gorzka', ['zoladkowa', 'ŻOŁĄDKOWA', 'ladkow']],
    ['Đuveč, İskender, kızartma, bœuf', ['duvec', 'iskender', 'kizartma', 'boeuf']],
    ['Muﬃn ＡＢＣ', ['muffin', 'abc']],
    ['Pizza „Casei”', ['"casei"', 'pizza casei', '„casei']],
    ['Co\u00adca-Cola', ['coca cola']],
    ['50% (a.c) [x] {y} a|b c^d $1 *+? \\ /', ['50%', '(a.c)', '[x] {y}', 'a|b', 'c^d $1 *+? \\ /', '.']],
  ])('finds %j', (text, queries) => {
    expect(queries.filter((query) => !finds(query, text))).toEqual([])
  })

  it.each([
    ['white asparagus', 'tea'],
    ['cu paste', 'cup'],
    ['Coca, apă, cola', 'coca cola'],
    ['Cola Coca', 'coca cola'],
    ['abc', 'a.c'],
    ['apă', 'ceapă'],
    ['Coca-Cola', '-'],
    ['O’Neill', "' – ’"],
    ['Ana', '"'],
  ])('does not find in %j %j', (text, query) => {
    expect(finds(query, text)).toBe(false)
  })

  it('finds no match that spans two texts', () => {
    expect(searchExpression('coca cola').test(searchedText('Coca', 'Cola'))).toBe(false)
  })

  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...'aA -–’\'"´ßøłIıİ.*\\'), maxLength: 12 }),
  )

  it('finds every part of a text, in JavaScript and by the pattern alone', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (before, part, after) => {
        // A part that has only punctuation leaves nothing to find.
        fc.pre(foldText(part).trim() === '' || searchedText(part).trim() !== '')
        const searched = searchedText(before + part + after)
        expect(searchExpression(part).test(searched)).toBe(true)
        expect(new RegExp(searchPattern(part), 'u').test(searched)).toBe(true)
      }),
    )
  })
})

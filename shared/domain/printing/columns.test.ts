import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centred, cutToWidth, indented, leftAndRight, roomFor, widthInColumns, wrapText } from './columns.ts'

/** Any text: combining marks, emoji, lone surrogates, line breaks and printer commands. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({
    unit: fc.constantFrom('ș', 'Ț', ' ', '\n', '\u001B', '\t', '👨‍👩‍👧', '湯', 'a\u0301', '\u202E'),
    maxLength: 60,
  }),
)

describe('columns', () => {
  it.each([
    ['', 0],
    ['ȘȚĂÂÎ', 5],
    ['e\u0301', 1],
    ['湯', 2],
    ['👨‍👩‍👧', 2],
    ['€12', 3],
  ])('columnsOf counts for %j %i columns', (text, columns) => {
    expect(widthInColumns(text)).toBe(columns)
  })

  it.each([
    ['Fetească Neagră, pahar', 20, 'Fetească Neagră, pah'],
    ['Fetească Neagră, pah', 20, 'Fetească Neagră, pah'],
    ['Supă\nde roșii', 20, 'Supă de roșii'],
    ['湯湯湯', 5, '湯湯'],
    ['cafe\u0301s', 4, 'cafe\u0301'],
    ['', 20, ''],
  ])('cutTo cuts %j to %i columns: %j', (text, columns, cut) => {
    expect(cutToWidth(text, columns)).toBe(cut)
  })

  it.each([
    ['Un copil la masă, supa călduță', 12, ['Un copil la', 'masă, supa', 'călduță']],
    ['fără ceapă\nși fără ardei', 32, ['fără ceapă', 'și fără ardei']],
    ['Donaudampfschifffahrt jetzt', 10, ['Donaudampf', 'schifffahr', 't jetzt']],
    ['ab\u001B@cd\u202E', 32, ['ab @cd']],
    [' \n ', 32, []],
  ])('wrapped wraps %j at %i columns', (text, columns, lines) => {
    expect(wrapText(text, columns)).toEqual(lines)
  })

  it('leftAndRight puts two texts on one row, or on two if they do not fit', () => {
    const texts = (left: string, right: string) => leftAndRight(left, right).map(({ text }) => text)
    expect(texts('Data:', '20.11.2026, 19:40')).toEqual(['Data:          20.11.2026, 19:40'])
    expect(texts('Client:', 'Alexandra-Maria Constantinescu')).toEqual(['Client:', '  Alexandra-Maria Constantinescu'])
    expect(texts('Alexandra-Maria Constantinescu din Brașov', '80.00 lei')).toEqual([
      'Alexandra-Maria Constantinescu',
      'din Brașov             80.00 lei',
    ])
  })

  it('all functions stay within the paper’s width, and lose only spaces and printer commands', () => {
    const visible = (text: string) => [
      ...text.replace(/[\s\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, ''),
    ]
    fc.assert(
      fc.property(anyText, anyText, fc.constantFrom('small', 'normal', 'large'), (left, right, size) => {
        for (const lines of [centred(left, size), indented('12 x ', left, size), leftAndRight(left, right, size)]) {
          for (const { text } of lines) {
            expect(widthInColumns(text)).toBeLessThanOrEqual(roomFor(size))
            expect(text).not.toMatch(/(?! )[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u)
          }
        }
        expect(
          visible(
            centred(left, size)
              .map(({ text }) => text)
              .join(''),
          ),
        ).toEqual(visible(left))
      }),
    )
  })
})

import { BLANK, centred, line, type PrintedRow, roomFor, rule } from './columns.ts'

export interface TestPageWords {
  title: string
  /** That the frame must reach both edges of the paper. */
  frame: string
  /** A dish that is left out, as on a kitchen ticket. */
  without: string
  /** Above the number that the owner reads back. */
  number: string
}

/** Every letter that a code page may lack. */
const LETTERS = ['ăâîșț ĂÂÎȘȚ', '€12.00 → 28.50 lei']

/** What a new printer prints: the letters that matter, the width of the paper, and a number that proves that it came out. */
export function testPageRows(name: string, number: string, words: TestPageWords): PrintedRow[] {
  const room = roomFor('normal') - 2
  const framed = (text: string) => line(`│${text.padEnd(room)}│`)
  return [
    ...centred(words.title, 'large'),
    ...centred(name),
    line(`┌${'─'.repeat(room)}┐`),
    ...LETTERS.map((letters) => framed(` ${letters}`)),
    line(`└${'─'.repeat(room)}┘`),
    ...centred(words.frame),
    ...centred(words.without, 'large').map((row): PrintedRow => ({ ...row, isInverted: true })),
    rule(),
    ...centred(words.number),
    ...centred(number, 'large'),
    BLANK,
  ]
}

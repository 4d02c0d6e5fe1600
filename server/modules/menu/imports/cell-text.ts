import type { CsvColumn } from '#shared/contracts/menu/menu-imports.ts'

/* The texts of cells that another program changed: HTML, and letters that an encoding lacks (docs/product/menu.md#menu-csv-files). */

/** The columns of short texts: of one line, and without questions. */
const NAMES: readonly CsvColumn[] = ['name', 'nameRo', 'category', 'categoryRo', 'tags']

/** Longer cells stay as they are: no column takes them. */
const MAX_HTML = 50_000
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g
const SCRIPT = /<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const LINE_END = /<br\s*\/?>|<\/(?:p|div|li|ul|ol|tr|h[1-6])\s*>|\\r\\n|\\n|\\r/gi
const TAG = /<\/?[a-z][^<>]*>/gi
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+\d{0,2}));/gi
/** The marks of letters in names such as `eacute`. */
const MARKS: Record<string, string> = {
  ...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', breve: '\u0306', uml: '\u0308' },
  ...{ ring: '\u030A', caron: '\u030C', cedil: '\u0327', ogon: '\u0328' },
}
const SIGNS: Record<string, string> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    shy: '',
    deg: '°',
    times: '×',
    middot: '·',
    bull: '•',
  },
  ...{
    ndash: '–',
    mdash: '—',
    hellip: '…',
    euro: '€',
    pound: '£',
    reg: '®',
    trade: '™',
    copy: '©',
    frac12: '½',
    frac14: '¼',
  },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', laquo: '«', raquo: '»', szlig: 'ß' },
  ...{
    oslash: 'ø',
    Oslash: 'Ø',
    aelig: 'æ',
    AElig: 'Æ',
    oelig: 'œ',
    OElig: 'Œ',
    lstrok: 'ł',
    Lstrok: 'Ł',
    inodot: 'ı',
  },
}

/** The text of a cell that may be HTML, or may have line ends written as `\\n`; unknown entities stay as they are. */
export function withoutHtml(column: CsvColumn, cell: string): string {
  if (!/[<&\\]/.test(cell) || cell.length > MAX_HTML) return cell
  const text = cell
    .replace(COMMENT, '')
    .replace(SCRIPT, '')
    .replace(LINE_END, '\n')
    .replace(TAG, '')
    .replace(ENTITY, (entity, decimal, hex, name) => {
      if (name !== undefined) return signOf(name) ?? entity
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
    })
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, NAMES.includes(column) ? ' ' : '\n')
  return text.trim()
}

function signOf(name: string): string | undefined {
  if (Object.hasOwn(SIGNS, name)) return SIGNS[name]
  const mark = MARKS[name.slice(1).toLowerCase()]
  return mark === undefined ? undefined : `${name[0]}${mark}`.normalize('NFC')
}

/** The Romanian letters that one encoding or another lacks; what is lost becomes a question mark. */
const LETTERS = /[ăâîșțşţ]/i
const LOST = /[?\uFFFD]/

/** Whether a cell is a text that has only lost letters. */
export function isWithoutLetters(cell: string, text: string): boolean {
  if (cell.length !== text.length || !LOST.test(cell)) return false
  return text.split('').every((letter, i) => cell[i] === letter || (LOST.test(cell[i] ?? '') && LETTERS.test(letter)))
}

/** Whether a text has probably lost letters: a question mark is in a word, or where none ends a sentence. */
export function hasLostLetters(column: CsvColumn, text: string): boolean {
  // A question mark is valid in a URL.
  if (column === 'imageUrl' || !LOST.test(text)) return false
  if (/\uFFFD|\?\p{L}|\p{L}\?\s+\p{Ll}/u.test(text)) return true
  return NAMES.includes(column) && /\p{L}\?/u.test(text)
}

import { isUtf8 } from 'node:buffer'
import { AppError } from '#server/platform/app-error.ts'
import { CSV_ENCODINGS, type CsvEncoding } from '#shared/domain/menu/csv-encodings.ts'

/* What the bytes of a file mean (docs/product/menu.md#menu-csv-letters). */

/** The letters in which Romanian Macs differ from others, in their order. */
const [MAC, MAC_ROMANIAN] = ['ÆØæøﬁﬂ', 'ĂȘășȚț']
/** The upper half of code page 852, which the platform cannot decode. */
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0'

/** Decodes a text of single bytes; in ISO 8859-2 and -16, Romanian letters are the bytes of Windows-1250. */
function decode(file: Uint8Array, encoding: CsvEncoding): string {
  if (encoding === 'cp852') {
    const text = Buffer.from(file).toString('latin1')
    return text.replace(/[\x80-\xff]/g, (byte) => CP852.charAt(byte.charCodeAt(0) - 0x80))
  }
  if (encoding !== 'mac-romanian') return new TextDecoder(encoding).decode(file)
  return decode(file, 'macintosh').replace(/[ÆØæøﬁﬂ]/g, (letter) => MAC_ROMANIAN.charAt(MAC.indexOf(letter)))
}

/** The letters of English and Romanian words, and the signs of a menu. */
const KNOWN = /^[\p{ASCII}ăâîșşțţáàäéèêçíïñóôöúùûü\u00A0€£°½¼¾×®™•…–—‘’“”„«»]*$/iu
/** A capital after a small letter, or a sign on the side of a letter where nobody writes it. */
const MISPLACED = /\p{Ll}(?!\p{ASCII})\p{Lu}|\p{L}[„«½¼¾£]|[”»°×®™…]\p{L}/u
const isLikely = (text: string) => KNOWN.test(text) && !MISPLACED.test(text)

/** More distinct words tell no more, and would take the time of other requests. */
const MAX_WORDS = 5_000
const MAX_EXAMPLES = 3

/**
 * A file as UTF-8 without its mark.
 * @param named what the caller says that a file is which is neither UTF-8 nor UTF-16
 * @returns the encoding of such a file too
 */
export function utf8Of(file: Uint8Array, named?: CsvEncoding): { bytes: Buffer; encoding?: CsvEncoding } {
  const [first = 0, second = 0] = file
  const utf16 = (encoding: string) => ({ bytes: Buffer.from(new TextDecoder(encoding).decode(file)) })
  // Without a mark, one of the two bytes of a heading's first letter is zero.
  if ((first === 0xff && second === 0xfe) || (first > 0 && second === 0)) return utf16('utf-16le')
  if ((first === 0xfe && second === 0xff) || (first === 0 && second > 0)) return utf16('utf-16be')
  if (isUtf8(file)) {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
    return { bytes: bytes.subarray(first === 0xef && file[2] === 0xbf ? 3 : 0) }
  }
  const encoding = named ?? encodingOf(file)
  return { bytes: Buffer.from(decode(file, encoding)), encoding }
}

function encodingOf(file: Uint8Array): CsvEncoding {
  // In Latin-1 every byte is a character, whatever it means.
  const all =
    Buffer.from(file)
      .toString('latin1')
      .match(/[^\t\r\n ,;|"]{1,40}/g) ?? []
  const distinct = [...new Set(all.filter((word) => /[\x80-\xff]/.test(word)))].slice(0, MAX_WORDS)
  const words = Buffer.from(distinct.join('\n'), 'latin1')
  const texts = new Map<string, CsvEncoding>()
  for (const encoding of CSV_ENCODINGS) {
    const text = decode(words, encoding)
    if (!texts.has(text)) texts.set(text, encoding)
  }
  const [likely, ...others] = [...texts.keys()].filter(isLikely)
  const encoding = likely !== undefined && others.length === 0 && texts.get(likely)
  if (encoding) return encoding
  const read = [...texts].map(([text, encoding]) => ({ encoding, words: text.split('\n') }))
  const meanings = (i: number) => new Set(read.map(({ words }) => words[i])).size
  const telling = distinct.map((_, i) => i).toSorted((a, b) => meanings(b) - meanings(a))
  const examplesOf = (words: string[]) => telling.slice(0, MAX_EXAMPLES).map((i) => words[i] ?? '')
  throw new AppError('asks_encoding', {
    encodings: read.map(({ encoding, words }) => ({ encoding, examples: examplesOf(words) })),
  })
}

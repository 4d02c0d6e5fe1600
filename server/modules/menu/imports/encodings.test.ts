import { describe, expect, it } from 'vitest'
import { planImport } from '#server/testing/plan-import.ts'
import { CSV_ENCODINGS, type CsvEncoding } from '#shared/contracts/menu/menu-imports.ts'
import { utf8Of } from './csv.ts'

/** The letters of a menu as bytes, in the encodings that have them. */
const BYTES: Record<CsvEncoding | 'iso-8859-2' | 'iso-8859-16', Record<string, number>> = {
  'windows-1250': { ă: 0xe3, â: 0xe2, î: 0xee, ș: 0xba, ț: 0xfe, Ș: 0xaa, Ț: 0xde, Î: 0xce, é: 0xe9, ő: 0xf5 },
  'iso-8859-2': { ă: 0xe3, â: 0xe2, î: 0xee, ș: 0xba, ț: 0xfe, Ș: 0xaa, Ț: 0xde, Î: 0xce, é: 0xe9 },
  'iso-8859-16': { ă: 0xe3, â: 0xe2, î: 0xee, ș: 0xba, ț: 0xfe, Ș: 0xaa, Ț: 0xde, Î: 0xce, é: 0xe9 },
  'windows-1252': { â: 0xe2, î: 0xee, Î: 0xce, é: 0xe9, è: 0xe8, û: 0xfb },
  macintosh: { â: 0x89, î: 0x94, Î: 0xeb, é: 0x8e, è: 0x8f, û: 0x9e },
  'mac-romanian': { ă: 0xbe, â: 0x89, î: 0x94, ș: 0xbf, ț: 0xdf, Ș: 0xaf, Ț: 0xde, Î: 0xeb, é: 0x8e },
  cp852: { ă: 0xc7, â: 0x83, î: 0x8c, ș: 0xad, ț: 0xee, Ș: 0xb8, Ț: 0xdd, Î: 0xd7, é: 0x82 },
}
const encoded = (text: string, encoding: keyof typeof BYTES) =>
  Buffer.from(
    text.replace(/[^\0-\x7f]/g, (letter) => String.fromCharCode(BYTES[encoding][letter] ?? 0)),
    'latin1',
  )
const comma = (text: string) => text.replace(/[şţŞŢ]/g, (letter) => ({ ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' })[letter] ?? '')

const MENU = 'Ciorbă de burtă;Mămăligă cu brânză și smântână;Țelină în sos;Șnițel;Înghețată;Café'
const WITHOUT_BREVES = 'Crème brûlée;Pâine în sos;Café'

describe('text that is neither UTF-8 nor UTF-16', () => {
  it.each<[keyof typeof BYTES, CsvEncoding, string]>([
    ['windows-1250', 'windows-1250', MENU],
    ['iso-8859-2', 'windows-1250', MENU],
    ['iso-8859-16', 'windows-1250', MENU],
    ['mac-romanian', 'mac-romanian', MENU],
    ['cp852', 'cp852', MENU],
    ['windows-1252', 'windows-1252', WITHOUT_BREVES],
    ['macintosh', 'macintosh', WITHOUT_BREVES],
  ])('in %s is read as %s where only that gives words', (written, encoding, text) => {
    const read = utf8Of(encoded(text, written))
    expect({ ...read, bytes: comma(read.bytes.toString()) }).toEqual({ bytes: text, encoding })
  })

  it('is asked about where several encodings give words, or none does, with words that tell them apart', () => {
    const refused = (text: string, encoding: keyof typeof BYTES) => {
      try {
        return utf8Of(encoded(text, encoding))
      } catch (error) {
        return (error as { details: object }).details
      }
    }
    expect(refused('Peștele în sos', 'windows-1250')).not.toHaveProperty('encodings')
    expect(refused('Mici în sos', 'windows-1250')).toEqual({
      encodings: [
        { encoding: 'windows-1250', examples: ['în'] },
        { encoding: 'macintosh', examples: ['Ón'] },
        { encoding: 'cp852', examples: ['ţn'] },
      ],
    })
    expect(refused('Gulyás: ă, în, Kürtős', 'windows-1250')).toMatchObject({
      encodings: expect.arrayContaining([{ encoding: 'windows-1250', examples: expect.arrayContaining(['ă']) }]),
    })
  })

  it.each(CSV_ENCODINGS)('is read as %s if the caller says so', (encoding) => {
    const text = 'Café în sos'
    expect(utf8Of(encoded(text, encoding), encoding)).toEqual({ bytes: Buffer.from(text), encoding })
  })

  it('is told in the outcome', async () => {
    const csv = 'id,name\n7,Ciorbă\n'
    expect(await planImport(encoded(csv, 'mac-romanian'))).toMatchObject({ encoding: 'mac-romanian' })
    expect((await planImport(csv, { encoding: 'cp852' })).encoding).toBeUndefined()
  })

  it('is found in one long word', () => {
    const word = Buffer.concat([Buffer.alloc(1_000_000, 'a'), Buffer.from([0xfe])])
    expect(utf8Of(word).encoding).toBe('windows-1250')
  })
})

it.each<[string, string, string]>([
  ['csv_workbook', 'of Excel', 'PK\x03\x04\x14'],
  ['csv_workbook', 'of an old Excel', '\xd0\xcf\x11\xe0\xa1\xb1'],
  ['csv_workbook', 'that is a page', '\r\n<html><table>'],
  ['csv_pdf', 'of any version', '%PDF-1.7'],
  ['csv_picture', 'JPEG', '\xff\xd8\xff\xe0'],
  ['csv_picture', 'HEIC', '\0\0\0\x18ftypheic'],
  ['csv_picture', 'GIF', 'GIF89a'],
])('is refused as %s: %s', async (code, _, bytes) => {
  await expect(planImport(Buffer.from(bytes, 'latin1'))).rejects.toMatchObject({ code })
})

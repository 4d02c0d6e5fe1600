import { describe, expect, it } from 'vitest'
import { photoFormat } from './pictures.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
/** The beginning of a file: the box with its brands, and what follows. */
const file = (main: string, ...compatible: string[]) =>
  bytes(
    `\0\0\0${String.fromCharCode(16 + 4 * compatible.length)}ftyp${main}\0\0\0\0${compatible.join('')}\0\0\0\x28meta`,
  )

describe('photoFormat', () => {
  it.each(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'mif2', 'msf1', 'miaf'])(
    'tells %s a HEIC',
    (main) => {
      expect(photoFormat(file(main, 'mif1', 'heic'))).toBe('heic')
      expect(photoFormat(file(main))).toBe('heic')
    },
  )

  it.each(['avif', 'avis', 'avio'])('tells %s an AVIF', (main) => {
    expect(photoFormat(file(main, 'mif1', 'miaf'))).toBe('avif')
  })

  it('goes by the brands that a general one names, within its box', () => {
    expect(photoFormat(file('mif1', 'miaf', 'avif'))).toBe('avif')
    expect(photoFormat(bytes('\0\0\0\x14ftypmif1\0\0\0\0heicavif'))).toBe('heic')
  })

  it.each(['isom', 'mp42', 'qt  ', '3gp4', 'M4A '])('knows no picture in %s', (main) => {
    expect(photoFormat(file(main, 'isom', 'avif'))).toBeUndefined()
  })

  it.each(['', 'ft', '\0\0\0\x18ftyp', '\xff\xd8\xff\xe0', 'RIFF\0\0\0\0WEBP'])('knows no picture in %j', (text) => {
    expect(photoFormat(bytes(text))).toBeUndefined()
  })

  it('takes a box that is cut off', () => {
    expect(photoFormat(bytes('\0\0\0\x18ftypmif1'))).toBe('heic')
  })
})

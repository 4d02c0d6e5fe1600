/** Brands (ISO 14496-12, `ftyp`) of pictures in the container of videos: photos of phones, and AVIF. */
const HEIC = 'heic heix heim heis hevc hevx hevm hevs'.split(' ')
const AVIF = 'avif avis avio'.split(' ')
const ANY_CODEC = 'mif1 mif2 msf1 miaf'.split(' ')

/** How many of a file's first bytes are read. */
const PHOTO_FORMAT_BYTES = 128

/** The format of a picture that is neither JPEG, PNG nor WebP but common, by its first bytes, whatever its name says. */
export function photoFormat(bytes: Uint8Array): 'heic' | 'avif' | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, PHOTO_FORMAT_BYTES))
  if (text.slice(4, 8) !== 'ftyp') return undefined
  const main = text.slice(8, 12)
  if (AVIF.includes(main)) return 'avif'
  if (HEIC.includes(main)) return 'heic'
  if (!ANY_CODEC.includes(main)) return undefined
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  const compatible = text.slice(16, size).match(/.{4}/gs) ?? []
  return compatible.some((brand) => AVIF.includes(brand)) ? 'avif' : 'heic'
}

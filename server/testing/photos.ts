import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** A sharp pipeline for a picture in one colour; call `.png()` or `.jpeg()` on it. */
export const plainPicture = (colour: string, width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: colour } })

/** An 8 × 8 PNG whose header declares another size, with a correct checksum. */
export async function pngWithDeclaredSize(
  width: number,
  height: number,
  { bits = 8, interlaced = false } = {},
): Promise<Buffer> {
  const png = await plainPicture('red', 8, 8).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png[24] = bits
  png[28] = Number(interlaced)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

/** A 64 × 64 progressive JPEG whose header declares another size. */
export async function jpegWithDeclaredSize(width: number, height: number, chromaSubsampling: string): Promise<Buffer> {
  const jpeg = await plainPicture('red', 64, 64).jpeg({ progressive: true, chromaSubsampling }).toBuffer()
  const frame = jpeg.indexOf('ffc2', 0, 'hex')
  jpeg.writeUInt16BE(height, frame + 5)
  jpeg.writeUInt16BE(width, frame + 7)
  return jpeg
}

/** A valid JPEG padded to exactly `bytes` bytes; decoders ignore data after the end marker. */
export async function jpegOfSize(bytes: number): Promise<Buffer> {
  const jpeg = await plainPicture('green').jpeg().toBuffer()
  return Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
}

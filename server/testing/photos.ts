import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** A plain picture. */
export const plainPicture = (colour: string, width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: colour } })

/** A PNG whose header claims a size that its few bytes do not have. */
export async function pngClaiming(
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

/** The same for a progressive JPEG. */
export async function jpegClaiming(width: number, height: number, chromaSubsampling: string): Promise<Buffer> {
  const jpeg = await plainPicture('red', 64, 64).jpeg({ progressive: true, chromaSubsampling }).toBuffer()
  const frame = jpeg.indexOf('ffc2', 0, 'hex')
  jpeg.writeUInt16BE(height, frame + 5)
  jpeg.writeUInt16BE(width, frame + 7)
  return jpeg
}

/** A picture with just so many bytes: what follows the end of a JPEG is no part of it. */
export async function jpegOf(bytes: number): Promise<Buffer> {
  const jpeg = await plainPicture('green').jpeg().toBuffer()
  return Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
}

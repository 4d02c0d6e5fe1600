import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** A plain picture. */
export const plainPicture = (colour: string, width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: colour } })

/** A PNG whose header claims a size that its few bytes do not have. */
export async function pngClaiming(width: number, height: number): Promise<Buffer> {
  const png = await plainPicture('red', 8, 8).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

/** A picture with just so many bytes: what follows the end of a JPEG is no part of it. */
export async function jpegOf(bytes: number): Promise<Buffer> {
  const jpeg = await plainPicture('green').jpeg().toBuffer()
  return Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
}

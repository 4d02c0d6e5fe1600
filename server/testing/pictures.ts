import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type { Encoded, PictureStore } from '../platform/files/store.ts'

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

/** A picture store in memory, whose content a test can read and change. */
export interface MemoryStore extends PictureStore {
  stored: Map<string, Encoded>
}

export function memoryStore(): MemoryStore {
  const pictures = new Map<string, Encoded>()
  return {
    stored: pictures,
    has: async (hash) => pictures.has(hash),
    put: async (hash, picture) => {
      pictures.set(hash, picture)
    },
    get: async (hash, width) => pictures.get(hash)?.get(width),
    remove: async (hash) => {
      pictures.delete(hash)
    },
  }
}

export const BOUNDARY = 'masa-test-boundary'

/** Encodes one part of a multipart body: a file if it has a file name. */
export interface Part {
  name: string
  content: Buffer | string
  fileName?: string
  type?: string
}

export function multipartOf(...parts: Part[]): { payload: Buffer; headers: { 'content-type': string } } {
  const payload = parts.flatMap(({ name, content, fileName, type }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ])
  return {
    payload: Buffer.concat([...payload, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as string))),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}

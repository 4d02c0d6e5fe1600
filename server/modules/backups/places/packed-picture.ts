import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Encoded } from '#server/platform/files/index.ts'
import { PICTURE_WIDTHS } from '#shared/domain/menu/pictures.ts'
import { DamagedTar, readTar, TAR_END, tarEntry } from '../archive/tar.ts'

/** The hashes of the widths in a packed picture, as `sha256sum` writes and checks them. */
const SUMS_NAME = 'sha256'
/** The same picture always gives the same bytes. */
const NO_TIME = new Date(0)

const fileName = (width: number) => `${width}.webp`

/** A picture in all its widths as one file: a tar of them and of their hashes. */
export function packPicture(picture: Encoded): Buffer {
  const files = new Map([...picture].map(([width, bytes]) => [fileName(width), bytes]))
  const entries = [...files, [SUMS_NAME, Buffer.from(sumsOf(files))] as const]
  return Buffer.concat([...entries.flatMap(([name, bytes]) => tarEntry(name, bytes, NO_TIME)), TAR_END])
}

/** The widths of a packed picture; undefined if one is missing or a byte has changed. */
export async function unpackPicture(packed: Buffer): Promise<Encoded | undefined> {
  const files = new Map<string, Buffer>()
  try {
    for await (const entry of readTar(Readable.from([packed]))) files.set(entry.name, await entry.bytes(packed.length))
  } catch (error) {
    if (error instanceof DamagedTar) return undefined
    throw error
  }
  const sums = files.get(SUMS_NAME)?.toString()
  files.delete(SUMS_NAME)
  if (sums !== sumsOf(files)) return undefined
  const widths = PICTURE_WIDTHS.flatMap((width) => {
    const bytes = files.get(fileName(width))
    return bytes ? [[width, bytes] as const] : []
  })
  return widths.length === PICTURE_WIDTHS.length ? new Map(widths) : undefined
}

function sumsOf(files: ReadonlyMap<string, Buffer>): string {
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  return [...files].map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join('')
}

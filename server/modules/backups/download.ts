import { PICTURE_WIDTHS } from '#shared/domain/menu/pictures.ts'
import { ERASED_NAME, readHead } from './archive/read-archive.ts'
import { TAR_END, tarHeader, tarPadding } from './archive/tar.ts'
import { erasedLines } from './places/folder.ts'
import { PICTURES_FOLDER, type Place } from './places/place.ts'

/** The pieces of a download: a tar of a backup, the keys of what was erased since, and its pictures. */
export async function* packDownload(
  place: Place,
  { name, at }: { name: string; at: Date },
  version: string,
): AsyncGenerator<Buffer> {
  const { head, pictures } = await readHead((await place.read(name)).stream, version)
  const { stream, bytes } = await place.read(name)
  yield tarHeader(name, bytes, at)
  for await (const chunk of stream) yield chunk
  yield tarPadding(bytes)
  if (head.restaurant !== null) {
    const lines = Buffer.from(erasedLines(head.restaurant, await place.erasedKeys(head.restaurant)))
    yield* entry(ERASED_NAME, lines, at)
  }
  for (const hash of pictures) {
    for (const width of PICTURE_WIDTHS) {
      const picture = await place.pictures.get(hash, width)
      if (picture) yield* entry(`${PICTURES_FOLDER}/${hash}/${width}.webp`, picture, at)
    }
  }
  yield TAR_END
}

function* entry(name: string, bytes: Buffer, at: Date): Generator<Buffer> {
  yield tarHeader(name, bytes.length, at)
  yield bytes
  yield tarPadding(bytes.length)
}

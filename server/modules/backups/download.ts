import { readHeadInThread } from './archive/archive-thread.ts'
import { ERASED_NAME } from './archive/read-archive.ts'
import { TAR_END, tarEntry, tarHeader, tarPadding } from './archive/tar.ts'
import { erasedLines } from './places/erased-file.ts'
import { PICTURES_FOLDER, type Place, pictureName } from './places/place.ts'

/** The pieces of a download: a tar of a backup, the keys of what was erased since, and its pictures. */
export async function* packDownload(
  place: Place,
  { name, at }: { name: string; at: Date },
  version: string,
): AsyncGenerator<Buffer> {
  const { head, pictures } = await readHeadInThread((await place.read(name)).stream, version)
  const { stream, bytes } = await place.read(name)
  yield tarHeader(name, bytes, at)
  for await (const chunk of stream) yield chunk
  yield tarPadding(bytes)
  if (head.restaurant !== null) {
    const { keys } = await place.readErased(head.restaurant)
    yield* tarEntry(ERASED_NAME, Buffer.from(erasedLines(head.restaurant, keys)), at)
  }
  for (const hash of pictures) {
    const packed = await place.picture(hash)
    if (packed) yield* tarEntry(`${PICTURES_FOLDER}/${pictureName(hash)}`, packed, at)
  }
  yield TAR_END
}

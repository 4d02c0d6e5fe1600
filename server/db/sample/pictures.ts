import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PictureStoreOptions } from '#server/platform/files/pictures.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import { PICTURE_WIDTHS } from '#shared/domain/menu/pictures.ts'

/** A folder for each picture, named by its hash, with a file for each width: they are encoded already. */
const PICTURES = fileURLToPath(new URL('./pictures', import.meta.url))

/** Stores the pictures of the sample's dishes and promotions. */
export async function storeSamplePictures(
  store: PictureStore,
  beforeStore: PictureStoreOptions['beforeStore'],
): Promise<void> {
  for (const hash of await readdir(PICTURES)) {
    await beforeStore(hash)
    if (await store.has(hash)) continue
    const files = PICTURE_WIDTHS.map(
      async (width) => [width, await readFile(path.join(PICTURES, hash, `${width}.webp`))] as const,
    )
    await store.put(hash, new Map(await Promise.all(files)))
  }
}

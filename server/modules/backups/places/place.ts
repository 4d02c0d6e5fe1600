import type { Readable } from 'node:stream'
import type { PictureStore } from '#server/platform/files/index.ts'

/** Where backups lie: a folder or a bucket. Both have the same names. */
export interface Place {
  list(): Promise<{ name: string; bytes: number }[]>
  /** @throws an error with code ENOENT if there is none of this name */
  read(name: string): Promise<{ stream: Readable; bytes: number }>
  remove(name: string): Promise<void>
  /** The pictures of all backups, each once by its hash. */
  pictures: PictureStore
  listPictures(): Promise<string[]>
  /** The noted keys of a restaurant's erased rows. */
  erasedKeys(restaurant: string): Promise<Set<string>>
  noteErased(restaurant: string, keys: readonly string[]): Promise<void>
}

/** The folder of the pictures beside the backups. */
export const PICTURES_FOLDER = 'pictures'
export const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

import type { Readable } from 'node:stream'

/** Where backups lie: a folder or a bucket. Both have the same names. */
export interface Place extends ErasedPlace {
  list(): Promise<{ name: string; bytes: number }[]>
  /** @throws an error with code ENOENT if there is none of this name */
  read(name: string): Promise<{ stream: Readable; bytes: number }>
  remove(name: string): Promise<void>
  /** The hashes of the pictures of all backups, which are stored once, each packed into one file. */
  listPictures(): Promise<string[]>
  /** Those of the pictures that are not stored. In a folder also those of which a byte has changed. */
  lacking(hashes: readonly string[]): Promise<string[]>
  /** A packed picture; undefined if there is none. */
  picture(hash: string): Promise<Buffer | undefined>
  /** Stores a packed picture, whole or not at all, in place of the one that is there. */
  addPicture(hash: string, packed: Buffer): Promise<void>
  removePicture(hash: string): Promise<void>
}

/** What was read of the keys that are noted in a place. */
export interface ErasedReading {
  keys: Set<string>
  /** Whether these are all; if not, those that others have noted since the mark. */
  isWhole: boolean
  /** For the next reading. Undefined where there is nothing to remember. */
  mark: string | undefined
}

/** The keys of a restaurant's erased rows beside its backups. */
export interface ErasedPlace {
  /**
   * Reads the noted keys. After an earlier reading only what is new, unless the place is another one since.
   * @param mark of the earlier reading
   */
  readErased(restaurant: string, mark?: string): Promise<ErasedReading>
  /** @returns the mark for the next reading */
  noteErased(restaurant: string, keys: readonly string[]): Promise<string | undefined>
  dropErased(restaurant: string, keys: ReadonlySet<string>): Promise<void>
}

/** The folder of the pictures beside the backups. */
export const PICTURES_FOLDER = 'pictures'
const PICTURE_NAME = /^([0-9a-f]{32})\.tar$/

/** The name of a packed picture. */
export const pictureName = (hash: string): string => `${hash}.tar`

/** The hashes of the pictures among the names of files. */
export function picturesIn(names: readonly string[]): string[] {
  return names.flatMap((name) => PICTURE_NAME.exec(name)?.[1] ?? [])
}

export const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

import type { PictureWidth } from '#shared/domain/pictures.ts'

/** One picture as it is kept: WebP in every width. */
export type Encoded = ReadonlyMap<PictureWidth, Buffer>

/**
 * Where pictures are kept. What is kept under a hash never changes, so that whoever knows the hash may keep a copy. A
 * store that cannot be reached is AppError `unavailable`.
 */
export interface PictureStore {
  has(hash: string): Promise<boolean>
  /**
   * Keeps a picture in all its widths or not at all; when this resolves, a power cut doesn't take it back. One that is
   * there already stays.
   */
  put(hash: string, picture: Encoded): Promise<void>
  /** One width of a picture; undefined when there is no such picture. */
  get(hash: string, width: PictureWidth): Promise<Buffer | undefined>
  /** Deletes a picture in all its widths; one that is not there is none. */
  remove(hash: string): Promise<void>
}

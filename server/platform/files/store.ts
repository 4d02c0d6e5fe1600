import type { PictureWidth } from '#shared/domain/menu/pictures.ts'

/** One encoded picture: WebP bytes by width. */
export type Encoded = ReadonlyMap<PictureWidth, Buffer>

/**
 * A store for pictures. The content under a hash never changes, so that it can be cached for ever. Methods throw AppError
 * `unavailable` if the store cannot be reached.
 */
export interface PictureStore {
  has(hash: string): Promise<boolean>
  /**
   * Stores a picture in all its widths or not at all. When this resolves, the picture is durable. Does nothing if the
   * picture is stored already.
   */
  put(hash: string, picture: Encoded): Promise<void>
  /** The bytes of one width; undefined if there is no such picture. */
  get(hash: string, width: PictureWidth): Promise<Buffer | undefined>
  /** Deletes a picture in all its widths. Does nothing if there is no such picture. */
  remove(hash: string): Promise<void>
}

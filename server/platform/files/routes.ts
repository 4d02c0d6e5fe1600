import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import { PICTURE_WIDTHS } from '#shared/domain/pictures.ts'
import type { PictureStore } from './store.ts'

const PICTURE = /^([0-9a-f]{32})\/([1-9]\d{0,4})\.webp$/

/** Serves /pictures/<hash>/<width>.webp; everything else below /pictures/ answers 404 in JSON. */
export function servePictures(app: FastifyInstance, store: PictureStore): void {
  app.get<{ Params: { '*': string } }>('/pictures/*', { schema: { hide: true } }, async (request, reply) => {
    // What doesn't look like a picture's name never reaches the store, so no path leads anywhere else.
    const [, hash, digits] = PICTURE.exec(request.params['*']) ?? []
    const width = PICTURE_WIDTHS.find((kept) => kept === Number(digits))
    const bytes = hash && width ? await store.get(hash, width) : undefined
    if (!bytes) throw new AppError('not_found')
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp').send(bytes)
  })
}

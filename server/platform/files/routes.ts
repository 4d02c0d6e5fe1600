import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'
import { PICTURE_WIDTHS } from '#shared/domain/menu/pictures.ts'
import type { PictureStore } from './store.ts'

const PICTURE = /^([0-9a-f]{32})\/([1-9]\d{0,4})\.webp$/

/** Serves /pictures/<hash>/<width>.webp. Every other URL below /pictures/ answers 404 in JSON. */
export function servePictures(app: FastifyInstance, store: PictureStore): void {
  app.get<{ Params: { '*': string } }>('/pictures/*', { schema: { hide: true } }, async (request, reply) => {
    // Only names of this form reach the store, so that no path leads outside it.
    const [, hash, digits] = PICTURE.exec(request.params['*']) ?? []
    const width = PICTURE_WIDTHS.find((stored) => stored === Number(digits))
    const bytes = hash && width ? await store.get(hash, width) : undefined
    if (!bytes) throw new AppError('not_found')
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp').send(bytes)
  })
}

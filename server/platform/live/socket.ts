import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { MAX_FRAME_BYTES } from '#shared/contracts/live.ts'
import { AppError } from '../app-error.ts'
import type { Hub } from './hub.ts'

/** Makes sockets possible on this app: before any hook that may refuse one, or the refused connection stays open. */
export async function allowSockets(app: FastifyInstance): Promise<void> {
  // Larger frames than a client may send are still read, so that they can be answered; far larger ones end the socket.
  await app.register(websocket, { options: { maxPayload: 8 * MAX_FRAME_BYTES } })
}

/** The one socket address, /ws; with `?lang=` its refusals are said in that language. Whether a page may open it is decided like any other request of it. */
export function openSockets(app: FastifyInstance, hub: Hub, isListening: () => boolean): void {
  app.get(
    '/ws',
    {
      websocket: true,
      schema: { hide: true },
      preValidation: async (request) => {
        // Known before the socket opens, so that no frame can come while it is looked up.
        await request.viewer()
        // A page that cannot be told of changes must not believe that it is live.
        if (!isListening()) throw new AppError('unavailable', {}, 1)
      },
    },
    async (socket, request) => {
      hub.join(socket, request, await request.viewer())
    },
  )
}

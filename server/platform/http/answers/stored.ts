import type { FastifyReply } from 'fastify'

/** Sends a stored response byte for byte (`platform/idempotency.ts`). */
export function sendStored(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').serializer(String).send(body)
}

import type { FastifyReply } from 'fastify'

/** Sends an answer byte for byte as it is kept under its key. */
export function sendStored(reply: FastifyReply, status: number, answer: string): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').serializer(String).send(answer)
}

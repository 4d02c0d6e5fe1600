import type { FastifyReply } from 'fastify'

/** Sends CSV text as a file for download. */
export function sendCsv(reply: FastifyReply, name: string, csv: string): FastifyReply {
  const attachment = `attachment; filename="${name}"`
  return reply.header('content-disposition', attachment).type('text/csv; charset=utf-8').serializer(String).send(csv)
}

import type { FastifyReply } from 'fastify'

/** Sends CSV, as text or bytes, as a file for download. */
export function sendCsv(reply: FastifyReply, name: string, csv: string | Buffer): FastifyReply {
  const attachment = `attachment; filename="${name}"`
  return reply.header('content-disposition', attachment).type('text/csv; charset=utf-8').serializer(String).send(csv)
}

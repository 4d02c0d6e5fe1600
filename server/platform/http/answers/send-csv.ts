import type { FastifyReply } from 'fastify'

/** Sends the text of a CSV as a file with this name. */
export function sendCsv(reply: FastifyReply, name: string, csv: string): FastifyReply {
  const attachment = `attachment; filename="${name}"`
  return reply.header('content-disposition', attachment).type('text/csv; charset=utf-8').serializer(String).send(csv)
}

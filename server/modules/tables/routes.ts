import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/index.ts'
import { guestOf, knowGuest } from '#server/platform/http/guest.ts'
import { route } from '#server/platform/http/route.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { listTables } from './service.ts'

export function tableRoutes(app: FastifyInstance, db: Database, isSecure: boolean): void {
  route(app, getTables, ({ request, reply }) => {
    // A page asks for the tables before anybody can join at one. Who is known from here on stays one guest, though the
    // answer to their joining is lost, or two tabs join at once.
    if (guestOf(request) === undefined) knowGuest(request, reply, isSecure)
    return listTables(db)
  })
}

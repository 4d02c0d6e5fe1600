import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/index.ts'
import { route } from '#server/platform/http/route.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { listTables } from './service.ts'

export function tableRoutes(app: FastifyInstance, db: Database): void {
  route(app, getTables, () => listTables(db))
}

import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/index.ts'
import { route } from '#server/platform/http/route.ts'
import * as contract from '#shared/contracts/settings.ts'
import { changeSettings, readSettings } from './service.ts'
import { settingsView } from './view.ts'

/** @param timeZone the restaurant's, from the environment */
export function settingsRoutes(app: FastifyInstance, db: Database, timeZone: string): void {
  route(app, contract.getSettings, async ({ request }) => {
    const viewer = await request.viewer()
    return settingsView(await readSettings(db), timeZone, viewer?.isOwner ?? false)
  })

  route(app, contract.changeSettings, async ({ body }) => settingsView(await changeSettings(db, body), timeZone, true))
}

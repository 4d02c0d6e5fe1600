import type { AreaParts } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import * as contract from '#shared/contracts/settings.ts'
import { readSettings } from './repo.ts'
import { saveSettings } from './service.ts'
import { settingsView } from './view.ts'

export function settingsRoutes({ app, db, clock, timeZone }: AreaParts): void {
  route(app, contract.getSettings, async ({ request }) => {
    const viewer = await request.viewer()
    return settingsView(await readSettings(db), timeZone, clock.now(), viewer?.isOwner ?? false)
  })

  route(app, contract.changeSettings, async ({ body }) => {
    const now = clock.now()
    return settingsView(await saveSettings(db, body, now), timeZone, now, true)
  })
}

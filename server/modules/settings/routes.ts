import type { AreaParts } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { InputError } from '#server/platform/input-error.ts'
import * as contract from '#shared/contracts/settings.ts'
import { isPauseEnd } from './pause.ts'
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
    const { ordersPausedUntil: until } = body
    if (until && !isPauseEnd(new Date(until), now)) throw new InputError([WRONG_PAUSE_END])
    return settingsView(await saveSettings(db, body, now), timeZone, now, true)
  })
}

const WRONG_PAUSE_END = {
  code: 'custom' as const,
  path: ['ordersPausedUntil'],
  message: 'validation.pauseEnd',
  input: undefined,
}

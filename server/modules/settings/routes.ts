import { inputError } from '#server/platform/app-error.ts'
import type { AreaParts } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { readTogether } from '#server/platform/limits/concurrency.ts'
import * as contract from '#shared/contracts/settings.ts'
import { readSettings } from './repo.ts'
import { isPauseEnd, saveSettings, settingsView } from './service.ts'

export function settingsRoutes({ app, db, clock, timeZone, hosts }: AreaParts): void {
  const settingsNow = readTogether(() => readSettings(db))
  route(app, contract.getSettings, async ({ request }) => {
    const viewer = await request.viewer()
    return settingsView(await settingsNow(), timeZone, clock.now(), viewer)
  })

  route(app, contract.pauseOrders, async ({ body: { paused, until }, user }) => {
    const now = clock.now()
    if (until && !isPauseEnd(new Date(until), now)) throw inputError('until', 'validation.pauseEnd')
    const change = { ordersPaused: paused, ordersPausedUntil: until ?? null }
    return settingsView(await saveSettings(db, change, { by: user, timeZone, now }), timeZone, now, user)
  })

  route(app, contract.changeSettings, async ({ body, owner, request }) => {
    const now = clock.now()
    const { ordersPausedUntil: until } = body
    if (until && !isPauseEnd(new Date(until), now)) throw inputError('ordersPausedUntil', 'validation.pauseEnd')
    const { publicAddress } = body
    // A caller at the current address would get no further response there.
    if (publicAddress !== undefined && !hosts.wouldBeKnown(request.host, publicAddress)) {
      throw inputError('publicAddress', 'validation.addressInUse')
    }
    return settingsView(await saveSettings(db, body, { by: owner, timeZone, now }), timeZone, now, owner)
  })
}

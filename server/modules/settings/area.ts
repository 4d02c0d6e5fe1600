import { inputError } from '#server/platform/app-error.ts'
import type { Area, AreaParts } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { readTogether } from '#server/platform/limits/concurrency.ts'
import * as contract from '#shared/contracts/settings.ts'
import { notifyOfSettings } from './live.ts'
import { readSettings } from './repo.ts'
import { isPauseEnd, saveSettings, settingsView } from './service.ts'

const PAUSE_CHECK_INTERVAL_MS = 1_000

export const settingsArea: Area = (parts) => {
  settingsRoutes(parts)
  const notifier = notifyOfSettings(parts)
  return {
    topics: { settings: () => void notifier.changed() },
    start: notifier.start,
    onMissed: notifier.invalidate,
    timers: [{ everyMs: PAUSE_CHECK_INTERVAL_MS, run: notifier.checkPause }],
  }
}

function settingsRoutes({ app, db, clock, timeZone, hosts }: AreaParts): void {
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

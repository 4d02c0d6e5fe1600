import type { Reader } from '#server/db/index.ts'
import { inputError } from '#server/platform/app-error.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import { isAhead } from '#server/platform/clock.ts'
import type { Hosts } from '#server/platform/http/addresses.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import { route, versionToMatch } from '#server/platform/http/route.ts'
import { coalesce } from '#server/platform/limits/concurrency.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import * as contract from '#shared/contracts/settings.ts'
import { DUTIES, type Rights } from '#shared/domain/access.ts'
import { hoursAt } from '#shared/domain/time/opening-hours.ts'
import { MAX_PAUSE_MS } from '#shared/domain/time/timing.ts'
import { readSettings, type SettingsRow } from './repo.ts'
import { type Followers, isPauseEnd, pauseAt, saveSettings, settingsView } from './service.ts'

const PAUSE_CHECK_INTERVAL_MS = 1_000

interface Parts extends AreaBase {
  hub: Hub
  hosts: Hosts
  isListening(): boolean
  followers: Followers
  /** Whether reservations are left of which the house must know. */
  concernsHouse(db: Reader, now: Date): Promise<boolean>
}

export function settingsArea(parts: Parts): AreaWiring {
  settingsRoutes(parts)
  const notifier = notifyOfSettings(parts)
  return {
    topics: { settings: () => void notifier.changed() },
    start: notifier.start,
    onMissed: notifier.invalidate,
    timers: [{ everyMs: PAUSE_CHECK_INTERVAL_MS, run: notifier.checkPause }],
  }
}

function settingsRoutes({ app, db, clock, gate, timeZone, hosts, followers, concernsHouse }: Parts): void {
  const viewFor = async (row: SettingsRow, viewer: Rights | null, now: Date) => {
    const view = settingsView(row, timeZone, now, viewer)
    const isOff = view.reservations?.on === false
    return isOff ? { ...view, reservationsLeft: await concernsHouse(db, now) } : view
  }
  const settingsNow = coalesce(() => readSettings(db))
  route(app, contract.getSettings, async ({ request }) => {
    const viewer = await request.viewer()
    return viewFor(await settingsNow(), viewer, clock.now())
  })

  route(app, contract.pauseOrders, async ({ body: { paused, until }, user, request }) => {
    const now = clock.now()
    if (until && !isPauseEnd(new Date(until), now)) throw inputError('until', 'validation.pauseEnd')
    const change = { ordersPaused: paused, ordersPausedUntil: until ?? null }
    const context = { by: user, timeZone, language: languageOf(request), now, mayEnd: gate.isOpen(), ...followers }
    const saved = await saveSettings(db, change, context)
    return viewFor(saved, user, now)
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
    const expectedVersion = versionToMatch(request.headers['if-match'])
    const asked = { by: owner, expectedVersion, language: languageOf(request) }
    const context = { ...asked, timeZone, now, mayEnd: gate.isOpen(), ...followers }
    const saved = await saveSettings(db, body, context)
    return viewFor(saved, owner, now)
  })
}

/** Sends SETTINGS_CHANGED (to guests and staff only if a setting changed that they may read) and refreshes this process's cached values. */
function notifyOfSettings({ db, hub, clock, log, timeZone, hosts, isListening }: Parts) {
  /** The settings that guests and staff read at the last notification, as JSON; undefined if unknown. */
  let lastRead: { public: string; service: string } | undefined
  /** The end of the current pause; null if there is none, undefined if not loaded. */
  let pauseEndsAt: Date | null | undefined
  /** The hours, and whether they let guests order when that was last announced. */
  let hours:
    | (Pick<SettingsRow, 'openingHours' | 'lastOrderMinutes' | 'pickup' | 'reservations'> & { takeOrders: boolean })
    | undefined
  // Reads run one after another, so that an older result cannot overwrite a newer one.
  const read = coalesce(async (): Promise<SettingsRow> => {
    const row = await readSettings(db)
    pauseEndsAt = pauseAt(row, clock.now()).ordersPausedUntil
    const { openingHours, lastOrderMinutes, pickup, reservations } = row
    hours = { openingHours, lastOrderMinutes, pickup, reservations, takeOrders: takeOrders(row) }
    hosts.setPublicAddress(row.publicAddress)
    return row
  })

  function takeOrders({ openingHours, lastOrderMinutes }: Pick<SettingsRow, 'openingHours' | 'lastOrderMinutes'>) {
    const { open, lastOrders } = hoursAt(openingHours, lastOrderMinutes, clock.now(), timeZone)
    return open && !lastOrders
  }

  const invalidate = () => {
    lastRead = undefined
    pauseEndsAt = undefined
  }

  // Many changes at once cause one notification, or two.
  const notify = coalesce(async () => {
    try {
      const row = await read()
      const readBy = (user: Rights | null) => JSON.stringify(settingsView(row, timeZone, clock.now(), user))
      const now = { public: readBy(null) + JSON.stringify(hours), service: readBy({ isOwner: false, duties: DUTIES }) }
      if (now.public !== lastRead?.public) hub.toAll({ type: 'SETTINGS_CHANGED' })
      else if (now.service !== lastRead.service) hub.toStaff({ type: 'SETTINGS_CHANGED' }, () => true)
      else hub.toOwners({ type: 'SETTINGS_CHANGED' })
      lastRead = now
    } catch (error) {
      invalidate()
      hub.toAll({ type: 'SETTINGS_CHANGED' })
      log.warn({ err: error }, 'changed settings could not be read')
    }
  })

  return {
    changed: notify,
    /** Loads the values that this process caches; called before it listens. */
    start: async () => void (await read()),
    /** Discards the cached values; called when announcements may have been missed. */
    invalidate,
    /** Sends the change if a timed pause has ended, or the restaurant has opened or closed; called periodically. */
    checkPause: async () => {
      if (!isListening()) return
      if (pauseEndsAt === undefined) await read()
      const isPauseOver = pauseEndsAt && !isAhead(pauseEndsAt, clock.now(), MAX_PAUSE_MS)
      if (isPauseOver || (hours?.openingHours && hours.takeOrders !== takeOrders(hours))) await notify()
    },
  }
}

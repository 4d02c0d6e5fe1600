import type { Reader } from '#server/db/index.ts'
import { inputError } from '#server/platform/app-error.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import type { Hosts } from '#server/platform/http/addresses.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import { route, versionToMatch } from '#server/platform/http/route.ts'
import { coalesce } from '#server/platform/limits/concurrency.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import * as contract from '#shared/contracts/settings.ts'
import { DUTIES, type Rights } from '#shared/domain/access.ts'
import { hoursAt } from '#shared/domain/time/opening-hours.ts'
import { readSettings, type SettingsRow } from './repo.ts'
import { type Followers, isPauseEnd, pauseAt, saveSettings, settingsView } from './service.ts'

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
    onSecond: notifier.checkPause,
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
  /** The settings when they were last read, and what the time alone made of them then; undefined if unknown. */
  let known: { row: SettingsRow; standing: string } | undefined
  // Reads run one after another, so that an older result cannot overwrite a newer one.
  const read = coalesce(async () => {
    const row = await readSettings(db)
    hosts.setPublicAddress(row.publicAddress)
    known = { row, standing: standingOf(row) }
    return known
  })

  /** Whether orders are paused, and whether the hours let guests order, as the clock goes now. */
  function standingOf(row: SettingsRow): string {
    const now = clock.now()
    const { open, lastOrders } = hoursAt(row.openingHours, row.lastOrderMinutes, now, timeZone)
    return JSON.stringify([pauseAt(row, now).ordersPaused, open && !lastOrders])
  }

  const invalidate = () => {
    lastRead = undefined
    known = undefined
  }

  // Many changes at once cause one notification, or two.
  const notify = coalesce(async () => {
    try {
      const { row, standing } = await read()
      const { openingHours, lastOrderMinutes, pickup, reservations } = row
      const hours = { openingHours, lastOrderMinutes, pickup, reservations, standing }
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
    /** Sends the change if the time alone has made one, also when the clock was set. */
    checkPause: async () => {
      if (!isListening()) return
      const { row, standing } = known ?? (await read())
      const now = standingOf(row)
      if (now === standing) return
      // Noted at once: the next check may come before the settings are read.
      known = { row, standing: now }
      await notify()
    },
  }
}

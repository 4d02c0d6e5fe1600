import type { Database } from '#server/db/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Hosts } from '#server/platform/http/edge/hosts.ts'
import { Turns } from '#server/platform/limits/turns.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import type { Log } from '#server/platform/log.ts'
import { pauseAt } from './pause.ts'
import { readSettings, type SettingsRow } from './repo.ts'
import { settingsView } from './view.ts'

interface Parts {
  /** The database for sockets. */
  live: Database
  hub: Hub
  clock: Clock
  log: Log
  timeZone: string
  hosts: Hosts
  isListening: () => boolean
}

/** Tells pages (owners' of every change, guests' of changes that they see) and this instance that settings changed. */
export interface SettingsNotifier {
  changed(): Promise<void>
  /** Reads what this instance must know before it serves. */
  start(): Promise<void>
  /** Announcements may have been missed: what this instance knows may be old. */
  missed(): void
  /** Tells of a pause that has ended by itself. */
  checkPause(): Promise<void>
}

export function notifyOfSettings({ live, hub, clock, log, timeZone, hosts, isListening }: Parts): SettingsNotifier {
  /** What guests' pages were last told to fetch; undefined while that is not known. */
  let told: string | undefined
  /** When the pause that holds ends by itself; undefined while that is not known. */
  let pauseEnds: Date | null | undefined
  const turns = new Turns()
  // One after another: an older reading must not take the place of a newer one.
  const inTurn = (work: () => Promise<void>) => turns.take('settings', work)

  async function read(): Promise<SettingsRow> {
    const row = await readSettings(live)
    pauseEnds = pauseAt(row, clock.now()).ordersPausedUntil
    hosts.setPublicAddress(row.publicAddress)
    return row
  }

  async function tell(): Promise<void> {
    const forGuests = JSON.stringify(settingsView(await read(), timeZone, clock.now(), false))
    if (forGuests === told) hub.toOwners({ type: 'SETTINGS_CHANGED' })
    else hub.toAll({ type: 'SETTINGS_CHANGED' })
    told = forGuests
  }

  function missed(): void {
    told = undefined
    pauseEnds = undefined
  }

  return {
    changed: () =>
      inTurn(tell).catch((error: unknown) => {
        missed()
        hub.toAll({ type: 'SETTINGS_CHANGED' })
        log.warn({ err: error }, 'changed settings could not be read')
      }),
    start: () => inTurn(async () => void (await read())),
    missed,
    checkPause: async () => {
      if (!isListening()) return
      if (pauseEnds === undefined) await inTurn(async () => void (await read()))
      if (pauseEnds && pauseEnds <= clock.now()) await inTurn(tell)
    },
  }
}

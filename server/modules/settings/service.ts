import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { applyNotificationSettings } from '#server/modules/notifications/index.ts'
import { inputError } from '#server/platform/app-error.ts'
import { differing, refuseStale } from '#server/platform/change.ts'
import { isAhead } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import * as contract from '#shared/contracts/settings.ts'
import { mayUse, type Rights } from '#shared/domain/access.ts'
import { isRetentionShorter } from '#shared/domain/customers/retention.ts'
import type { Station } from '#shared/domain/kitchen.ts'
import type { Language } from '#shared/domain/language.ts'
import { pick } from '#shared/domain/objects.ts'
import { isOnline } from '#shared/domain/reservations/reservations.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import type { OpeningHours } from '#shared/domain/time/opening-hours.ts'
import { MAX_PAUSE_MS } from '#shared/domain/time/timing.ts'
import type { SettingsRow } from './repo.ts'
import * as repo from './repo.ts'

/** A pause as stored in the settings; its end may have passed. */
export interface Pause {
  ordersPaused: boolean
  /** The end of a timed pause; null for a pause until resumed. */
  ordersPausedUntil: Date | null
}

/** Returns the pause in force at `now`; none if its end has passed (docs/product/settings.md#settings-pause-until). */
export function pauseAt({ ordersPaused, ordersPausedUntil }: Pause, now: Date): Pause {
  const isInForce = ordersPaused && (ordersPausedUntil === null || isAhead(ordersPausedUntil, now, MAX_PAUSE_MS))
  return isInForce ? { ordersPaused, ordersPausedUntil } : { ordersPaused: false, ordersPausedUntil: null }
}

/** Whether a pause may end at `until`: in the future, at most a day ahead. */
export function isPauseEnd(until: Date, now: Date): boolean {
  const aheadMs = until.getTime() - now.getTime()
  return aheadMs > 0 && aheadMs <= MAX_PAUSE_MS
}

/** Returns the pause after a change; its end is null without a pause. Undefined if the change concerns no pause. */
export function changedPause(before: Pause, change: contract.SettingsChange, now: Date): Pause | undefined {
  const { ordersPaused, ordersPausedUntil: until } = change
  if (ordersPaused === undefined && until === undefined) return undefined
  const isPaused = ordersPaused ?? pauseAt(before, now).ordersPaused
  return { ordersPaused: isPaused, ordersPausedUntil: isPaused && until ? new Date(until) : null }
}

/** Returns the settings that the contract names; other columns never leave the server. @param user null for a guest */
export function settingsView(row: SettingsRow, timeZone: string, now: Date, user: Rights | null): contract.Settings {
  const { ordersPaused, ordersPausedUntil } = pauseAt(row, now)
  const settings = { ...row, timeZone, ordersPaused, ordersPausedUntil: ordersPausedUntil?.toISOString() ?? null }
  return pick(settings, [
    ...contract.PUBLIC_SETTINGS,
    ...(mayUse('service', user) ? contract.SERVICE_SETTINGS : []),
    ...(mayUse('owner', user) ? contract.OWNER_SETTINGS : []),
  ])
}

export interface Retention {
  retentionMonths: number | null
  /** Nothing is erased before this time; null if the retention is already in force. */
  retentionStartsAt: Date | null
}

const START_DELAY_MS = 24 * 60 * 60_000

/**
 * The retention after a change (docs/product/privacy.md#privacy-clock-start): a first or shorter retention starts a day
 * later, so that a mistake can be undone; a longer one keeps its start. Undefined if `months` is undefined.
 */
export function changedRetention(before: Retention, months: number | null | undefined, now: Date) {
  if (months === undefined) return undefined
  const { retentionMonths: previous, retentionStartsAt } = before
  if (months === null) return { retentionMonths: null, retentionStartsAt: null }
  const startsAt = isRetentionShorter(previous, months) ? new Date(now.getTime() + START_DELAY_MS) : retentionStartsAt
  return { retentionMonths: months, retentionStartsAt: startsAt }
}

/** The future start of the retention; null if it has started or there is none. */
export function retentionStart({ retentionMonths, retentionStartsAt }: Retention, now: Date): Date | null {
  return retentionMonths !== null && retentionStartsAt && retentionStartsAt > now ? retentionStartsAt : null
}

/** The retention in force at `now`, in months; null if nothing is erased. */
export function retentionAt(retention: Retention, now: Date): number | null {
  return retentionStart(retention, now) ? null : retention.retentionMonths
}

/**
 * Gives the new elements of a changed list ids that were never used before.
 * @returns the list, as it was before if it is not changed, and the highest id that was ever assigned
 */
function withIds<Known extends { id: number }>(
  field: 'stations' | 'paymentMethods',
  sent: readonly (Omit<Known, 'id'> & { id?: number | undefined })[] | undefined,
  before: Known[],
  lastId: number,
): [list: Known[], lastId: number] {
  let last = lastId
  const list = sent?.map((entry, i) => {
    const isKnown = before.some(({ id }) => id === entry.id)
    if (entry.id !== undefined && !isKnown) throw inputError(`${field}.${i}.id`, 'validation.wrong')
    return { ...entry, id: entry.id ?? ++last } as Known
  })
  return [list ?? before, last]
}

/** What modules above the settings do with a change, in its transaction. */
export interface Followers {
  /** Called before another currency is written. */
  requireClosedDay(tx: Tx): Promise<void>
  /** Called with the stations that are left when one was removed. */
  moveCategoriesToFirst(tx: Tx, stations: readonly Station[]): Promise<void>
  switchFiscal(tx: Tx, before: SettingsRow, after: SettingsRow, at: { language: Language; now: Date }): Promise<void>
}

interface ChangeContext extends Followers {
  by: Viewer
  /** The version that the caller has changed; without it, the last change wins. */
  expectedVersion?: number | undefined
  timeZone: string
  /** That of the caller, for the names in errors. */
  language: Language
  now: Date
  /** Whether what is over may be removed. */
  mayEnd: boolean
}

export function saveSettings(db: Database, change: contract.SettingsChange, context: ChangeContext) {
  const { by, expectedVersion, timeZone, now, mayEnd } = context
  const { requireClosedDay, moveCategoriesToFirst, switchFiscal } = context
  const isEmpty = Object.values(change).every((value) => value === undefined)
  if (isEmpty) return repo.readSettings(db)
  return inTransaction(db, async (tx) => {
    const before = await repo.lockSettings(tx)
    const isRepeated = !differing(before, change)
    const details = () => ({ settings: settingsView(before, timeZone, now, by) })
    if (!isRepeated) await refuseStale(expectedVersion, before, 'settings_changed', details)
    const { ordersPaused: _, ordersPausedUntil: __, retentionMonths, openingHours, ...others } = change
    if (change.currency !== undefined && change.currency !== before.currency) await requireClosedDay(tx)
    const hours = openingHours === undefined ? before.openingHours : openingHours
    const concernsHours = change.reservations !== undefined || openingHours !== undefined
    if (concernsHours && isOnline(change.reservations ?? before.reservations) && !hours)
      throw inputError(change.reservations ? 'reservations' : 'openingHours', 'validation.onlineNeedsHours')
    const { stations: oldStations, paymentMethods: oldMethods } = before
    const [stations, lastStationId] = withIds('stations', change.stations, oldStations, before.lastStationId)
    const [paymentMethods, lastMethodId] = withIds(
      'paymentMethods',
      others.paymentMethods,
      oldMethods,
      before.lastMethodId,
    )
    const after = await repo.writeSettings(tx, {
      ...others,
      version: before.version + (isRepeated ? 0 : 1),
      ...changedPause(before, change, now),
      ...changedRetention(before, retentionMonths, now),
      ...{ stations, lastStationId, paymentMethods, lastMethodId },
      ...(openingHours !== undefined && {
        openingHours: openingHours && mayEnd ? withoutEnded(openingHours, timeZone, now) : openingHours,
      }),
    })
    await switchFiscal(tx, before, after, context)
    const isStationRemoved = oldStations.some(({ id }) => !stations.some((station) => station.id === id))
    if (isStationRemoved) await moveCategoriesToFirst(tx, stations)
    await applyNotificationSettings(tx, before, after, now)
    const changed = changedSettings(before, after)
    if (changed.length > 0) await noteInJournal(tx, by, 'settings_changed', { settings: changed }, now)
    return after
  })
}

/** Removes exceptions that are over from the hours; yesterday's may still apply. */
function withoutEnded({ weekly, exceptions }: OpeningHours, timeZone: string, now: Date): OpeningHours {
  const yesterday = addDays(localTime(now, timeZone).day, -1)
  return { weekly, exceptions: exceptions.filter(({ date }) => date >= yesterday) }
}

/** Returns the names of changed settings; their values may be personal data. */
function changedSettings(before: SettingsRow, after: SettingsRow): string[] {
  const names = Object.keys(contract.settingsChangeSchema.shape) as (keyof contract.SettingsChange)[]
  return Object.keys(differing(before, pick(after, names)) ?? {})
}

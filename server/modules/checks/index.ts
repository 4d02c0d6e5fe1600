import { translator } from '#shared/i18n/words/index.ts'
/** The checks before service, for the screen and the doctor. */

import { statfs } from 'node:fs/promises'
import type { Database } from '#server/db/index.ts'
import { countStaff } from '#server/modules/accounts/index.ts'
import { readBackupState } from '#server/modules/backups/index.ts'
import { readFiscalFacts, readLeft } from '#server/modules/fiscal/index.ts'
import { countShownDishes, findDishesNeedingAttention, readSoldKinds } from '#server/modules/menu/index.ts'
import { readWhatsapp, type WhatsappAccount } from '#server/modules/notifications/index.ts'
import { findForgottenDay } from '#server/modules/payments/index.ts'
import { readPrinterFacts } from '#server/modules/printing/index.ts'
import { readReservationFacts } from '#server/modules/reservations/index.ts'
import { pauseAt, type ReadSettings, readSettings } from '#server/modules/settings/index.ts'
import { readWebhooks } from '#server/modules/webhooks/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { ResponseInput } from '#shared/contracts/base/endpoint.ts'
import type { CheckState, CheckWay, getBeforeService, ServerCheck } from '#shared/contracts/before-service.ts'
import { lackingGroups } from '#shared/domain/fiscal/fiscal-text.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { hoursOfDate } from '#shared/domain/time/opening-hours.ts'
import { formatBytes, formatDay, formatMoment, formatTime, hoursText } from '#shared/i18n/format.ts'
import { countTables, hasOrders } from './repo.ts'

export { noteAsked, noteReached } from './repo.ts'

const DAY_MS = 24 * 60 * 60_000
/** Owners are warned so long before their session ends. */
const SIGN_IN_WARNING_MS = 14 * DAY_MS
const OLD_BACKUP_MS = 2 * DAY_MS
const SLOW_DATABASE_MS = 200
/** Disk space counts as low below either of the first two. */
const [LITTLE_BYTES, LITTLE_FRACTION, FULL_BYTES] = [1_000_000_000, 0.05, 200_000_000]
/** The number of days ahead for which dates with other hours are listed. */
const DAYS_AHEAD = 7
const MAX_NAMES = 5

interface Asked {
  db: Database
  now: Date
  language: Language
  log: Log
  /** The address at which guests reach Masa, as far as it is known: the one in the code to scan. */
  address: string | undefined
  /** When the server's gate opens, null while it is open (server/platform/gate.ts); undefined for a program. */
  gateOpensAt?: Date | null
  /** The latest end of the asking owner's session; undefined for a program. */
  signInEndsAt?: Date
}

export interface ChecksParts {
  timeZone: string
  whatsapp: WhatsappAccount | undefined
  dataDir: string | undefined
  backups: Parameters<typeof readBackupState>[1]
}

/** Everything that the server can check before opening (docs/product/before-service.md#before-service-checks). */
export async function readChecks(parts: ChecksParts, asked: Asked): Promise<ResponseInput<typeof getBeforeService>> {
  const { timeZone, backups, dataDir } = parts
  const { db, now, language, log, address, gateOpensAt, signInEndsAt } = asked
  const t = translator(language)
  const checks: ServerCheck[] = []
  const add = (name: ServerCheck['name'], state: CheckState, text: string, way: CheckWay | null = null) => {
    const group = name === 'signIn' ? 'device' : SYSTEM.includes(name) ? 'system' : 'guests'
    checks.push({ name, group, state, title: t(`checks.${name}.name`), text, way })
  }

  const startedAt = performance.now()
  const settings = await readSettings(db)
  const databaseMs = Math.ceil(performance.now() - startedAt)
  const moment = (at: Date | string) => formatMoment(at, timeZone, language)
  const backup = await readBackupState(db, backups, dataDir)
  const { restoredAt } = backup
  if (restoredAt !== null)
    add('restored', 'wrong', t('checks.restored.copy', { moment: moment(restoredAt) }), 'restored')

  if (signInEndsAt && signInEndsAt.getTime() - now.getTime() <= SIGN_IN_WARNING_MS)
    add('signIn', 'look', t('checks.signIn.ends', { moment: moment(signInEndsAt) }))
  else if (signInEndsAt) add('signIn', 'ok', t('checks.signIn.lasts'))

  const { restaurantName } = settings
  if (restaurantName) add('name', 'ok', t('checks.name.some', { name: restaurantName }))
  else add('name', 'look', t('checks.name.none'), 'name')

  const dishes = await countShownDishes(db)
  if (dishes > 0) add('menu', 'ok', t('checks.menu.some', { count: dishes }))
  else add('menu', 'wrong', t('checks.menu.none'), 'dishes')

  const tables = await countTables(db)
  if (tables > 0) add('tables', 'ok', t('checks.tables.some', { count: tables }), 'codes')
  else if (settings.noTables) add('tables', 'unused', t('checks.tables.unused'), 'tables')
  else add('tables', 'look', t('checks.tables.none'), 'tables')

  const staff = await countStaff(db)
  if (staff > 0) add('team', 'ok', t('checks.team.some', { count: staff }), 'team')
  // A closed registration means that the owner works alone.
  else if (!settings.registration) add('team', 'ok', t('checks.team.alone'), 'team')
  else add('team', 'look', t('checks.team.none'), 'team')

  if (await hasOrders(db)) add('order', 'ok', t('checks.order.some'), 'order')
  else add('order', 'unknown', t('checks.order.none'), 'order')

  if (address === undefined) add('phone', 'unknown', t('checks.phone.unset'))
  else if (isLoopback(new URL(address).hostname)) add('phone', 'wrong', t('checks.phone.local', { address }), 'phone')
  else if (settings.reachedHost === new URL(address).host) add('phone', 'ok', t('checks.phone.reached', { address }))
  else add('phone', 'unknown', t('checks.phone.scan', { address }), 'phone')

  const { ordersPaused, ordersPausedUntil } = pauseAt(settings, now)
  if (ordersPausedUntil)
    add('paused', 'wrong', t('checks.paused.until', { time: formatTime(ordersPausedUntil, timeZone) }), 'resume')
  else if (ordersPaused) add('paused', 'wrong', t('checks.paused.untilResumed'), 'resume')
  // A menu without dishes is not called ready.
  else if (dishes === 0) add('paused', 'unused', t('checks.menu.none'))
  else add('paused', 'ok', t('checks.paused.taken'))

  addHours(settings)

  await addReservations()

  const found = await findDishesNeedingAttention(db, now)
  addDishes('soldOut', 'look')
  addDishes('unpriced', 'wrong')
  addDishes('undeclared', 'look')

  if (settings.registration) add('registration', 'look', t('checks.registration.open'), 'registration')
  else add('registration', 'ok', t('checks.registration.closed'))

  const printers = await readPrinterFacts(db, now)
  if (printers && restoredAt !== null) add('printers', 'unused', t('checks.restored.nothing'))
  else if (printers) {
    const { notReady, idle, undecided } = printers
    if (notReady.length > 0)
      add('printers', 'wrong', t('checks.printers.notReady', { names: notReady.join(', ') }), 'printers')
    else if (undecided > 0) add('printers', 'look', t('checks.printers.undecided', { count: undecided }))
    else if (idle.length > 0) add('printers', 'look', t('checks.printers.idle', { idle: idle.join(', ') }), 'printers')
    else add('printers', 'ok', t('checks.printers.ready'))
  }

  if (settings.fiscal) await addFiscal(settings)
  const left = await readLeft(db)
  if (left.length > 0) {
    const amount = formatMoney(
      left.reduce((sum, row) => sum + row.amount, 0),
      settings.currency,
    )
    const way = settings.fiscal ? 'receipts' : 'dayEnd'
    add('fiscalLeft', 'look', t('checks.fiscalLeft.some', { count: left.length, amount }), way)
  }

  const webhooks = await readWebhooks(db)
  const failing = webhooks.filter(({ failingSince }) => failingSince !== null)
  const hosts = failing.map(({ url }) => new URL(url).host).join(', ')
  if (webhooks.length > 0 && restoredAt !== null) add('webhooks', 'unused', t('checks.restored.nothing'))
  else if (failing.length > 0) add('webhooks', 'wrong', t('checks.webhooks.failing', { hosts }))
  else if (webhooks.length > 0) add('webhooks', 'ok', t('checks.webhooks.delivered'))

  await addWhatsapp(settings)

  const times = { now: moment(now), until: gateOpensAt ? formatTime(gateOpensAt, timeZone) : '' }
  if (gateOpensAt) add('clock', 'look', t('checks.clock.set', times))
  else if (gateOpensAt === null) add('clock', 'ok', t('checks.clock.steady', times))

  if (databaseMs > SLOW_DATABASE_MS) add('database', 'look', t('checks.database.slow', { ms: databaseMs }))
  else add('database', 'ok', t('checks.database.fine', { ms: databaseMs }))

  await addDisk()

  addBackup(backup)

  const forgottenDay = settings.payments ? await findForgottenDay(db, now, timeZone) : null
  if (forgottenDay)
    add('dayEnd', 'look', t('checks.dayEnd.forgotten', { day: formatDay(forgottenDay, language) }), 'dayEnd')
  else if (settings.payments) add('dayEnd', 'ok', t('checks.dayEnd.closed'))

  return { checks, backup, forgottenDay }

  function addHours({ openingHours }: ReadSettings) {
    if (!openingHours) return add('hours', 'unused', t('checks.hours.unused'), 'hours')
    const { day } = localTime(now, timeZone)
    const today = hoursOfDate(openingHours, day)
    if (today.length === 0) return add('hours', 'look', t('checks.hours.closed'), 'hours')
    const hours = hoursText(today)
    const dates = openingHours.exceptions
      .filter(({ date }) => date > day && date <= addDays(day, DAYS_AHEAD))
      .sort((a, b) => a.date.localeCompare(b.date))
      .map(({ date }) => {
        const ofDate = hoursText(hoursOfDate(openingHours, date)) || t('settings.hours.closed')
        return `${formatDay(date, language)}: ${ofDate}`
      })
    if (dates.length === 0) return add('hours', 'ok', t('checks.hours.open', { hours }), 'hours')
    add('hours', 'ok', t('checks.hours.soon', { hours, dates: dates.join('; ') }), 'hours')
  }

  /** Those that wait for the house, and those that hours or tables no longer allow. */
  async function addReservations() {
    const { asked, problems } = await readReservationFacts(db, { settings, timeZone, now })
    if (!settings.reservations.on && asked + problems === 0) return
    if (asked > 0)
      add('reservationsAsked', 'look', t('checks.reservationsAsked.some', { count: asked }), 'reservations')
    else add('reservationsAsked', 'ok', t('checks.reservationsAsked.none'))
    if (problems > 0)
      add('reservationProblems', 'wrong', t('checks.reservationProblems.some', { count: problems }), 'reservations')
    else add('reservationProblems', 'ok', t('checks.reservationProblems.none'))
  }

  /** Lists the dishes that guests see although they are sold out, cost nothing, or do not declare their allergens. */
  function addDishes(name: keyof typeof found, state: CheckState) {
    if (dishes === 0) return add(name, 'unused', t('checks.menu.none'))
    const count = found[name].length
    if (count === 0) return add(name, 'ok', t(`checks.${name}.none`))
    const names = found[name].slice(0, MAX_NAMES).map((dish) => nameIn(language, dish))
    if (count > MAX_NAMES) names.push(t('orders.unfold', { count: count - MAX_NAMES }))
    // Names are joined by semicolons, because they may contain commas.
    add(name, state, t(`checks.${name}.some`, { count, names: names.join('; ') }), 'menu')
  }

  async function addFiscal({ paymentMethods: methods }: ReadSettings) {
    if (restoredAt !== null) return add('fiscal', 'unused', t('checks.restored.nothing'))
    const device = await readFiscalFacts(db, now)
    if (!device?.isSeen) return add('fiscal', 'wrong', t('checks.fiscal.unseen'), 'fiscal')
    const lacking = lackingGroups(await readSoldKinds(db), methods, device.profile, language)
    const names = lacking.map(({ what, name }) => t(`fiscal.missing.${what}`, { rate: name, name }))
    if (names.length > 0) add('fiscal', 'wrong', t('checks.fiscal.missing', { names: names.join('; ') }), 'fiscal')
    else if (device.open > 0) add('fiscal', 'look', t('checks.fiscal.open', { count: device.open }), 'receipts')
    else add('fiscal', 'ok', t('checks.fiscal.ready'))
  }

  async function addWhatsapp({ whatsappNotificationsEnabled, ownerPhoneNumber }: ReadSettings) {
    const { configured, state, reason, waiting } = await readWhatsapp(db, parts, now)
    if (!configured) return add('whatsapp', 'unused', t('checks.whatsapp.unused'))
    if (!whatsappNotificationsEnabled) return add('whatsapp', 'unused', t('checks.whatsapp.off'), 'whatsapp')
    if (restoredAt !== null) return add('whatsapp', 'unused', t('checks.restored.nothing'))
    if (!ownerPhoneNumber) return add('whatsapp', 'look', t('checks.whatsapp.noNumber'), 'whatsapp')
    if (state !== 'ok') {
      const why = t(`whatsapp.reasons.${reason ?? 'refused'}`)
      return add('whatsapp', 'wrong', `${t('whatsapp.stopped')}. ${why}`, 'whatsapp')
    }
    const waits = waiting > 0 ? ` ${t('checks.whatsapp.waiting', { count: waiting })}` : ''
    add('whatsapp', 'ok', t('checks.whatsapp.ok') + waits, 'whatsapp')
  }

  async function addDisk() {
    const space = dataDir === undefined ? undefined : await readSpace(dataDir, log)
    if (!space) return add('disk', 'unused', t('checks.disk.unknown'))
    const sizes = { free: formatBytes(space.free), total: formatBytes(space.total) }
    const state = diskState(space)
    add('disk', state, t(`checks.disk.${DISK_WORDS[state]}`, sizes))
  }

  function addBackup({ failed, automatic, lastAt, sameDisk, reason, running }: typeof backup) {
    const way = running ? null : 'backup'
    // A folder that cannot be written to is found before any backup fails.
    if (reason === 'folder_closed') return add('backup', 'wrong', t('backups.failures.folder_closed'), way)
    if (restoredAt !== null) return add('backup', 'unused', t('checks.restored.noBackup'))
    if (failed)
      return add('backup', 'wrong', `${t('checks.backup.failed')} ${t(`backups.failures.${reason ?? 'other'}`)}`, way)
    if (!automatic) return add('backup', 'unused', t('checks.backup.off'))
    if (lastAt === null) return add('backup', 'look', t(`checks.backup.${running ? 'running' : 'none'}`), way)
    const last = { moment: moment(lastAt) }
    const isOld = now.getTime() - new Date(lastAt).getTime() > OLD_BACKUP_MS
    if (isOld) add('backup', 'look', t('checks.backup.old', last), way)
    else if (sameDisk) add('backup', 'look', t('checks.backup.sameDisk', last))
    else add('backup', 'ok', t('checks.backup.made', last))
  }
}

const SYSTEM = [
  'restored',
  'registration',
  'printers',
  'fiscal',
  'fiscalLeft',
  'webhooks',
  'whatsapp',
  'clock',
  'database',
  'disk',
  'backup',
  'dayEnd',
]

const DISK_WORDS = { wrong: 'full', look: 'little', ok: 'free' } as const

/** How a disk with so many free bytes is rated. */
export function diskState({ free, total }: { free: number; total: number }): 'wrong' | 'look' | 'ok' {
  if (free < FULL_BYTES) return 'wrong'
  return free < LITTLE_BYTES || free < total * LITTLE_FRACTION ? 'look' : 'ok'
}

/** Free and total bytes of the disk with a folder; undefined if they cannot be read. */
async function readSpace(folder: string, log: Log) {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch (error) {
    log.warn({ err: error }, 'the free disk space could not be read')
    return undefined
  }
}

/** Whether a host name or address, as in a URL or without brackets, is that of this machine's loopback network. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

import { statfs } from 'node:fs/promises'
import { countStaff, endOfSession } from '#server/modules/accounts/index.ts'
import { readBackupState } from '#server/modules/backups/index.ts'
import { countShownDishes, findDishesNeedingAttention } from '#server/modules/menu/index.ts'
import { readWhatsapp } from '#server/modules/notifications/index.ts'
import { findForgottenDay } from '#server/modules/payments/index.ts'
import { readPrinterFacts } from '#server/modules/printers/index.ts'
import { pauseAt, readSettings } from '#server/modules/settings/index.ts'
import { countTables } from '#server/modules/tables/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import { judge, SIGN_IN_WARNING_MS } from '#shared/domain/checks/judge.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { hoursOfDate, type OpeningHours } from '#shared/domain/time/opening-hours.ts'
import { hasAnyOrder, listReached } from './repo.ts'

/** So many days ahead, dates with other hours are named. */
const DAYS_AHEAD = 7

type Parts = Pick<AreaParts, 'db' | 'clock' | 'log' | 'dataDir' | 'timeZone' | 'whatsapp' | 'backups'>

/** Everything that the server can check before opening, judged (docs/product/before-service.md#before-service-checks). */
export async function readFacts(parts: Parts, { signedInAt }: Viewer): Promise<BeforeService> {
  const { db, clock, log, dataDir, timeZone, backups } = parts
  const now = clock.now()
  const startedAt = performance.now()
  const settings = await readSettings(db)
  const databaseMs = Math.ceil(performance.now() - startedAt)
  const { ordersPaused, ordersPausedUntil } = pauseAt(settings, now)
  const signInEnds = endOfSession(signedInAt, settings.businessDayStart, timeZone)
  const facts = {
    whatsapp: { ...(await readWhatsapp(db, parts, now)), enabled: settings.whatsappNotificationsEnabled },
    dishes: await countShownDishes(db),
    tables: await countTables(db),
    staff: await countStaff(db),
    hasOrders: await hasAnyOrder(db),
    ordersPaused,
    ordersPausedUntil: ordersPausedUntil?.toISOString() ?? null,
    hours: hoursAhead(settings.openingHours, localTime(now, timeZone).day),
    ...(await findDishesNeedingAttention(db, now)),
    databaseMs,
    disk: dataDir === undefined ? null : await readDisk(dataDir, log),
    backup: await readBackupState(db, backups, dataDir),
    dayEnd: settings.payments ? { forgotten: await findForgottenDay(db, now, timeZone) } : null,
    printers: await readPrinterFacts(db, now),
    signInEndsAt: signInEnds.getTime() - now.getTime() <= SIGN_IN_WARNING_MS ? signInEnds.toISOString() : null,
    reached: await listReached(db),
  }
  return { ...facts, checks: judge(facts, settings, now) }
}

function hoursAhead(hours: OpeningHours | null, today: string): BeforeService['hours'] {
  if (!hours) return null
  const last = addDays(today, DAYS_AHEAD)
  const exceptions = hours.exceptions
    .filter(({ date }) => date > today && date <= last)
    .sort((a, b) => a.date.localeCompare(b.date))
    .map(({ date }) => ({ date, hours: hoursOfDate(hours, date) }))
  return { today: hoursOfDate(hours, today), exceptions }
}

/** Free and total bytes of the disk with a folder; null if they cannot be read. */
async function readDisk(folder: string, log: AreaParts['log']): Promise<BeforeService['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch (error) {
    log.warn({ err: error }, 'the free disk space could not be read')
    return null
  }
}

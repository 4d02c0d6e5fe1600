import { statfs } from 'node:fs/promises'
import { endOfSession } from '#server/modules/accounts/index.ts'
import { readBackupState } from '#server/modules/backups/index.ts'
import { countShownDishes, findDishesNeedingAttention } from '#server/modules/menu/index.ts'
import { readWhatsapp } from '#server/modules/notifications/index.ts'
import { pauseAt, readSettings } from '#server/modules/settings/index.ts'
import { countTables } from '#server/modules/tables/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import { judge, SIGN_IN_WARNING_MS } from '#shared/domain/checks/judge.ts'
import { readPhoneCheck } from './repo.ts'

type Parts = Pick<AreaParts, 'db' | 'clock' | 'log' | 'dataDir' | 'timeZone' | 'whatsapp' | 'backups' | 'place'>

/** Everything that the server can check before opening, judged (docs/product/before-service.md#before-service-checks). */
export async function readFacts(parts: Parts, { signedInAt }: Viewer): Promise<BeforeService> {
  const { db, clock, log, dataDir, timeZone, backups } = parts
  const now = clock.now()
  const startedAt = performance.now()
  const settings = await readSettings(db)
  const databaseMs = Math.ceil(performance.now() - startedAt)
  const { ordersPaused, ordersPausedUntil } = pauseAt(settings, now)
  const check = await readPhoneCheck(db)
  const signInEnds = endOfSession(signedInAt, settings.businessDayStart, timeZone)
  const facts = {
    whatsapp: { ...(await readWhatsapp(db, parts, now)), enabled: settings.whatsappNotificationsEnabled },
    dishes: await countShownDishes(db),
    tables: await countTables(db),
    ordersPaused,
    ordersPausedUntil: ordersPausedUntil?.toISOString() ?? null,
    ...(await findDishesNeedingAttention(db, now)),
    databaseMs,
    place: parts.place.state(),
    disk: dataDir === undefined ? null : await readDisk(dataDir, log),
    backup: await readBackupState(backups),
    signInEndsAt: signInEnds.getTime() - now.getTime() <= SIGN_IN_WARNING_MS ? signInEnds.toISOString() : null,
    phone: check
      ? {
          askedAt: check.askedAt.toISOString(),
          expiresAt: check.expiresAt.toISOString(),
          reachedAt: check.reachedAt?.toISOString() ?? null,
        }
      : null,
  }
  return { ...facts, checks: judge(facts, settings, now) }
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

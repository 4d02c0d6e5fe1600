import { AppError } from '#server/platform/app-error.ts'
import type { Area, AreaParts } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { throttle } from '#server/platform/limits/throttle.ts'
import * as contract from '#shared/contracts/backups.ts'
import { BackupMaker, backUpWhenDue } from './schedule.ts'
import { createLink, listStored, redeemLink } from './state.ts'

const CHECK_INTERVAL_MS = 60_000

export const backupsArea: Area = (parts) => {
  const { live, clock, log, timeZone, backups } = parts
  // Uses the pool of the sockets, so that a backup takes no connection from the orders.
  const maker = backups && new BackupMaker(backups, { db: live, clock, log })
  backupRoutes(parts, maker)
  if (!backups || !maker) return {}

  const schedule = { db: live, backups, maker, clock, timeZone }
  const noteErasures = () => void backups.noteErasures()
  return {
    start: async () => noteErasures(),
    topics: { erasures: noteErasures },
    onMissed: noteErasures,
    timers: [
      {
        everyMs: CHECK_INTERVAL_MS,
        async run() {
          noteErasures()
          await backUpWhenDue(schedule)
        },
      },
    ],
    close: () => maker.close(),
  }
}

const MAX_DOWNLOADS_PER_MINUTE = 30
const MINUTE_MS = 60_000

/** @param maker undefined if the server has no engine for backups */
function backupRoutes(parts: AreaParts, maker: BackupMaker | undefined): void {
  const { app, db, clock, backups } = parts
  const throttleDownloads = throttle(app, MAX_DOWNLOADS_PER_MINUTE, MINUTE_MS)

  route(app, contract.listBackups, () => listStored(backups))

  route(app, contract.startBackup, async ({ owner }) => {
    if (!maker) throw new AppError('not_found')
    await maker.begin('hand', owner)
  })

  route(app, contract.createBackupLink, async ({ params, body, owner, request }) => {
    await request.confirmPassword(owner, body.currentPassword)
    return createLink(parts, params.name, owner, clock.now())
  })

  route(app, contract.downloadBackup, async ({ params, request, reply }) => {
    await throttleDownloads(request)
    // A HEAD request, such as of a download manager, does not use up the word.
    if (!backups || request.method === 'HEAD') throw new AppError('link_over')
    const { fileName, stream } = await backups.open(await redeemLink(db, params.word, clock.now()))
    return reply
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'no-store')
      .type('application/x-tar')
      .send(stream)
  })
}

import { SERVER } from '#server/modules/accounts/index.ts'
import type { Actor } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { throttleTokens } from '#server/platform/limits/throttle.ts'
import * as contract from '#shared/contracts/backups.ts'
import { appendErased, noteErased, packBackup, storedBackups } from './folder.ts'
import { createLink, redeemLink } from './links.ts'
import { type Backups, beginBackup, dayWithoutBackup, endCopy } from './make.ts'
import { findLinks } from './repo.ts'

type Parts = AreaBase & { backups: Backups | undefined }

export function backupsArea({ app, db, clock, gate, log, timeZone, outside, backups }: Parts): AreaWiring {
  const requireLink = throttleTokens((hashes: string[]) => findLinks(db, hashes), 'link_over')
  const closing = new AbortController()
  let running: Promise<unknown> | undefined

  const begin = async (actor: Actor, unlessSince?: Date) => {
    if (!backups) throw new AppError('not_found')
    const options = { ...(unlessSince && { unlessSince }), ended: closing.signal, keepsOld: !gate.isOpen() }
    const begun = await beginBackup(backups, actor, options)
    if (begun) running = begun.done.catch(() => {})
  }
  const stored = async () => (backups ? storedBackups(backups.dir) : [])
  // The folder may be that of the restaurant from which a copy was restored, where nobody has erased this.
  const note = async (work: (dir: string) => Promise<void>) => {
    try {
      if (backups && (await outside.isOpen())) await work(backups.dir)
    } catch (error) {
      log.warn({ err: error }, 'erased keys could not be noted; the next backup will retry')
    }
  }
  const noteAll = () => note((dir) => noteErased(db, dir))

  route(app, contract.listBackups, stored)

  route(app, contract.startBackup, ({ owner }) => begin(owner))

  route(app, contract.createBackupLink, async ({ params: { name }, body, owner, request }) => {
    await request.confirmPassword(owner, body.currentPassword)
    if (!(await stored()).some((backup) => backup.name === name)) throw new AppError('not_found')
    return createLink(db, name, owner, clock.now())
  })

  route(app, contract.downloadBackup, async ({ params, request, reply }) => {
    await requireLink(request, params.word)
    // A HEAD request, such as of a download manager, does not use up the word.
    if (!backups || request.method === 'HEAD') throw new AppError('link_over')
    const name = await redeemLink(db, params.word, clock.now())
    return reply
      .header('content-disposition', `attachment; filename="${name.replace(/\.sql\.zst$/, '.tar')}"`)
      .header('cache-control', 'no-store')
      .type('application/x-tar')
      .send(await packBackup(backups.dir, name))
  })

  route(app, contract.confirmRestored, async ({ owner }) => {
    await endCopy(db, owner, clock.now())
    await noteAll()
  })

  if (!backups) return {}

  return {
    start: noteAll,
    topics: { erasures: (key) => void note((dir) => appendErased(dir, [String(key)])) },
    onMissed: () => void noteAll(),
    // The backup of a business day. Several instances find at once that it is due; one has the lock.
    async onMinute() {
      const dayStart = await dayWithoutBackup(db, backups, timeZone)
      if (dayStart) await begin(SERVER, dayStart).catch(unlessRunning)
    },
    async close() {
      closing.abort(new Error('the backup was interrupted'))
      await running
    },
  }
}

/** Ignores that another backup is being made. */
function unlessRunning(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'backup_running')) throw error
}

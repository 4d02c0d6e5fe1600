import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { DatabaseServer } from '#server/db/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import type { BackupFacts, BackupReason, Backups, StoredBackup } from '#server/platform/area.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Bucket } from '#server/platform/files/bucket-store.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import { readTogether } from '#server/platform/limits/concurrency.ts'
import type { Log } from '#server/platform/log.ts'
import type { BackupFailure } from '#shared/contracts/backups.ts'
import {
  DamagedBackup,
  MASA_VERSION,
  TAR_END,
  tarEntry,
  tarHeader,
  tarPadding,
  UnusableBackup,
} from './archive/parts.ts'
import { type BackupHead, ERASED_NAME, readHead } from './archive/read-archive.ts'
import { archiveInThread, CHANGED } from './archive/write-archive.ts'
import { dropErasures, openErasureNotes } from './erasures.ts'
import { BucketFailure, backupBucket } from './places/bucket.ts'
import { backupFolder, erasedLines } from './places/folder.ts'
import { copyPictures, packPicture, readPicture, removeUnusedPictures } from './places/pictures.ts'
import {
  type BackupStore,
  backupsToKeep,
  backupTime,
  compareNames,
  PICTURES_FOLDER,
  pictureName,
} from './places/place.ts'
import { type BackupDatabase, isDatabaseError, openBackupDatabase } from './repo.ts'
import { isOnSameDisk } from './state.ts'

const CODES: Record<string, BackupFailure> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EACCES: 'folder_closed',
  EPERM: 'folder_closed',
  EROFS: 'folder_closed',
  ENOTDIR: 'folder_closed',
  ENOENT: 'folder_closed',
  [CHANGED]: 'changed',
}
/** PostgreSQL takes no further connection now: all are in use, or it is starting, or is not there. */
const NO_CONNECTION = new Set(['53300', '57P03', '08001', 'ECONNREFUSED'])
/** The codes of PostgreSQL (SQLSTATE), and those of a connection to it. */
const DATABASE_CODE = /^(\d[\dA-Z]{4}|XX\d{3}|ECONN[A-Z]+)$/

/** Why a backup failed. Errors of the thread that writes it have only a code. */
export function failureReason(error: unknown): BackupFailure {
  if (error instanceof BucketFailure) return error.reason
  const { code = '' } = error as NodeJS.ErrnoException
  // The store of the pictures cannot be reached.
  if (error instanceof AppError) return code === 'unavailable' ? 'pictures_unreachable' : 'other'
  if (NO_CONNECTION.has(code)) return 'no_connection'
  if (isDatabaseError(error) || DATABASE_CODE.test(code)) return 'database'
  return CODES[code] ?? 'other'
}

/** Why a backup failed, in a sentence for the person who runs Masa that contains no data. */
export function describeFailure(error: unknown, dir: string): string {
  if (error instanceof BucketFailure || error instanceof UnusableBackup) return error.message
  const reason = failureReason(error)
  const { code, message, cause } = error as NodeJS.ErrnoException
  if (reason === 'no_connection') return 'The database took no further connection.'
  if (reason === 'database') return 'The database failed while it was copied.'
  if (reason === 'disk_full') return `The disk of ${dir} is full.`
  if (reason === 'folder_closed') return `Masa cannot write to ${dir} (${code}).`
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return `The backup could not be written (${code}).`
  // The pictures' bucket says why in the cause.
  return cause instanceof Error ? cause.message : message
}

/** The pieces of a download: a tar of a backup, the keys of what was erased since, and its pictures. */
async function* packDownload(
  place: BackupStore,
  { name, at }: { name: string; at: Date },
  version: string,
): AsyncGenerator<Buffer> {
  const { head, pictures } = await readHead((await place.read(name)).stream, version)
  const { stream, bytes } = await place.read(name)
  yield tarHeader(name, bytes, at)
  for await (const chunk of stream) yield chunk
  yield tarPadding(bytes)
  if (head.restaurant !== null) {
    const { keys } = await place.readErased(head.restaurant)
    yield* tarEntry(ERASED_NAME, Buffer.from(erasedLines(head.restaurant, keys)), at)
  }
  for (const hash of pictures) {
    const packed = await place.picture(hash)
    if (packed) yield* tarEntry(`${PICTURES_FOLDER}/${pictureName(hash)}`, packed, at)
  }
  yield TAR_END
}

export interface BackupParts {
  /** The database's server. Backups use connections of their own (`db/connect.ts`). */
  server: DatabaseServer
  pictures: PictureStore
  clock: Clock
  log: Log
  timeZone: string
  dir: string
  /** How many are kept; 0 as 14 here, because it only says that none is made by itself. */
  keep: number
  bucket: Bucket | undefined
  dataDir: string | undefined
  /** Called with the id of each process of PostgreSQL that works for a backup. */
  onProcess?: ((pid: number) => void) | undefined
}

/** Opens the places of backups. Nothing is created before the first backup. */
export function openBackups(parts: BackupParts): Backups {
  const { clock, log, pictures } = parts
  const folder = backupFolder(parts.dir)
  const bucket = parts.bucket && backupBucket(parts.bucket)
  const closing = new AbortController()
  const folderNotes = openErasureNotes(folder, closing.signal)
  const bucketNotes = bucket && openErasureNotes(bucket, closing.signal)
  const running = new Set<Promise<unknown>>()
  /** The names of backups that were damaged when the last one was made. */
  const damaged = new Set<string>()

  async function begin(reason: BackupReason, { unlessSince }: { unlessSince?: Date } = {}) {
    const database = await openBackupDatabase(parts.server)
    try {
      if (!(await database.takeLease())) throw new AppError('backup_running')
      await database.refuseEmpty()
      const { lastAt } = await database.outcomes()
      // A time in the future was written by a clock that was wrong.
      if (unlessSince && lastAt && lastAt >= unlessSince && lastAt <= clock.now()) {
        await database.close()
        return undefined
      }
    } catch (error) {
      await database.close()
      throw error
    }
    return { done: follow(make(database, reason).finally(() => database.close())) }
  }

  /** What `close` waits for. */
  function follow<Result>(work: Promise<Result>): Promise<Result> {
    running.add(work)
    work.finally(() => running.delete(work)).catch(() => {})
    return work
  }

  async function make(database: BackupDatabase, reason: BackupReason): Promise<StoredBackup> {
    const began = clock.now()
    let made: { name: string; at: Date; bytes: number; pictures: string[] } | undefined
    try {
      const { last } = await database.numberErased()
      made = await writeToFolder(began)
      await database.addBackupPosition(made.name, last)
      await folderNotes.note(database)
      await tidy(made)
      if (bucket) await copyToBucket(database, made)
      await database.record({ lastAt: began })
      log.info({ backup: made.name, bytes: made.bytes, reason }, 'a backup was made and checked')
      if (reason !== 'migration') await dropOldKeys(database)
      return { ...made, checked: true, where: bucket ? 'both' : 'folder' }
    } catch (error) {
      const failure = failureReason(error)
      log.error({ err: error, reason, failure }, 'a backup failed')
      const lastAt = made ? { lastAt: began } : {}
      await database.record({ ...lastAt, failedAt: began, failure }).catch(() => {})
      // What is about to change is safe in the folder: a bucket that is gone must not stop an update.
      if (made && reason === 'migration') return { ...made, checked: true, where: 'folder' }
      throw error
    }
  }

  async function dropOldKeys(database: BackupDatabase): Promise<void> {
    try {
      const stored = [...(await folder.list()), ...((await bucket?.list()) ?? [])].map(({ name }) => name)
      await dropErasures(
        database,
        bucketNotes ? [folderNotes, bucketNotes] : [folderNotes],
        new Set(stored),
        clock.now(),
      )
    } catch (error) {
      log.warn({ err: error }, 'keys of erased rows could not be dropped; the next backup will retry')
    }
  }

  async function writeToFolder(at: Date) {
    await folder.prepare()
    const temporary = folder.temporary()
    const packed = async (hash: string) => {
      const picture = await readPicture(pictures, hash)
      return picture && packPicture(picture)
    }
    let copied: Promise<string[]> | undefined
    try {
      const job = { url: parts.server.url(), file: temporary, version: MASA_VERSION }
      const written = await archiveInThread(job, closing.signal, {
        onProcess: parts.onProcess,
        // While the thread writes the tables.
        onPictures(hashes) {
          copied = copyPictures(hashes, packed, folder, closing.signal)
          copied.catch(() => {})
        },
      })
      const missing = (await copied) ?? []
      if (missing.length > 0) log.warn({ pictures: missing.length }, 'pictures of a backup are not stored any more')
      closing.signal.throwIfAborted()
      const name = await folder.publish(temporary, at)
      return { name, at: backupTime(name) ?? at, bytes: written.bytes, pictures: written.pictures }
    } catch (error) {
      await Promise.allSettled([copied])
      await rm(temporary, { force: true })
      throw error
    }
  }

  const keptOf = (names: string[], made: string) =>
    backupsToKeep(names, { keep: parts.keep, made, now: clock.now(), timeZone: parts.timeZone })

  async function tidy(made: { name: string }): Promise<void> {
    const names = (await folder.list()).map(({ name }) => name)
    const kept = keptOf(names, made.name)
    for (const name of names) if (!kept.has(name)) await folder.remove(name)
    await removeUnusedPictures(folder, kept, headOf)
  }

  async function copyToBucket(database: BackupDatabase, made: { name: string; pictures: string[] }): Promise<void> {
    if (!bucket) return
    const [inFolder, inBucket] = [await folder.list(), await bucket.list()]
    const sizes = new Map(inBucket.map(({ name, bytes }) => [name, bytes]))
    const kept = keptOf([...new Set([...inFolder, ...inBucket].map(({ name }) => name))], made.name)
    const copyToo = (hashes: string[]) => copyPictures(hashes, folder.picture, bucket, closing.signal)
    await copyToo(made.pictures)
    // Those that an earlier backup could not copy follow with this one.
    for (const { name, bytes } of inFolder) {
      if (!kept.has(name) || sizes.get(name) === bytes) continue
      closing.signal.throwIfAborted()
      if (name !== made.name) {
        const head = await headOf(folder, name)
        if (!head) continue
        await copyToo(head.pictures)
      }
      await bucket.add(name, path.join(folder.dir, name))
    }
    await bucketNotes?.note(database)
    for (const { name } of inBucket) if (!kept.has(name)) await bucket.remove(name)
    await removeUnusedPictures(bucket, kept, headOf)
  }

  /** Reads the head of a backup; undefined, with a warning, if it is damaged or of a later version. */
  async function headOf(place: BackupStore, name: string): Promise<BackupHead | undefined> {
    try {
      const head = await readHead((await place.read(name)).stream, MASA_VERSION)
      damaged.delete(name)
      return head
    } catch (error) {
      if (!(error instanceof UnusableBackup)) throw error
      if (error instanceof DamagedBackup) damaged.add(name)
      log.warn({ backup: name, err: error }, 'a backup beside the new one cannot be read')
      return undefined
    }
  }

  async function list(): Promise<StoredBackup[]> {
    const inFolder = new Map((await folder.list()).map(({ name, bytes }) => [name, bytes]))
    // The list of the folder is shown even while the bucket cannot be reached.
    const listed = await bucket?.list().catch((error: unknown) => {
      log.warn({ err: error }, "the bucket's backups could not be listed")
      return undefined
    })
    const inBucket = new Map(listed?.map(({ name, bytes }) => [name, bytes]))
    const names = [...new Set([...inFolder.keys(), ...inBucket.keys()])].sort(compareNames).reverse()
    return names.flatMap((name): StoredBackup[] => {
      const at = backupTime(name)
      const bytes = inFolder.get(name) ?? inBucket.get(name)
      if (!at || bytes === undefined) return []
      const where = inFolder.has(name) ? (inBucket.has(name) ? 'both' : 'folder') : 'bucket'
      return [{ name, at, bytes, checked: !damaged.has(name), where }]
    })
  }

  async function open(name: string): Promise<{ fileName: string; stream: Readable }> {
    const at = required(backupTime(name))
    const isMissing = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    }
    for (const place of [folder, bucket]) {
      const found = await place?.read(name).catch(isMissing)
      if (!place || !found) continue
      found.stream.destroy()
      return {
        fileName: name.replace(/\.zst$/, ''),
        stream: Readable.from(packDownload(place, { name, at }, MASA_VERSION)),
      }
    }
    throw new AppError('not_found')
  }

  const noteErasures = readTogether(async () => {
    try {
      const database = await openBackupDatabase(parts.server)
      try {
        try {
          await folderNotes.note(database)
        } finally {
          await bucketNotes?.note(database, { onlyNew: true })
        }
      } finally {
        await database.close()
      }
    } catch (error) {
      log.warn({ err: error }, 'erased keys could not be noted beside the backups; will retry')
    }
  })

  const state = readTogether(async (): Promise<BackupFacts> => {
    const database = await openBackupDatabase(parts.server)
    try {
      // With a bucket there are copies elsewhere too.
      const sameDisk = !bucket && (await isOnSameDisk(parts.dir, parts.dataDir))
      return { ...(await database.outcomes()), running: await database.isRunning(), sameDisk }
    } finally {
      await database.close()
    }
  })

  return {
    keep: parts.keep,
    begin,
    list,
    open,
    state,
    noteErasures: () => follow(noteErasures()),
    async close() {
      closing.abort(new Error('the backup was interrupted'))
      await Promise.allSettled(running)
    },
  }
}

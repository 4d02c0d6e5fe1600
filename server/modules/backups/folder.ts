import { constants, createReadStream } from 'node:fs'
import { access, appendFile, lstat, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import type { Reader } from '#server/db/index.ts'
import { errorCode, folderStore, type PictureStore, syncFolder, unlessMissing } from '#server/platform/files/store.ts'
import type { Backup } from '#shared/contracts/backups.ts'
import { PICTURE_WIDTHS, type PictureWidth } from '#shared/domain/menu/pictures.ts'
import { listErased } from './repo.ts'
import { readBackupHead, UnusableBackup } from './text.ts'

/* The folder of backups: files of SQL text that are named by their time in UTC, their pictures, and the erased keys. */

const NAME = /^masa-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.sql\.zst$/
/** The prefix of unfinished files, which a killed backup leaves behind. */
export const TEMPORARY = '.new-'
const PICTURES = 'pictures'

export type StoredBackup = Omit<Backup, 'at'> & { at: Date }

const backupName = (at: Date) => `masa-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.sql.zst`

export function backupTime(name: string): Date | undefined {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** The folder of the backups: BACKUP_DIR, or one beside the data. */
export function backupDirOf({ dir }: { dir: string | undefined }, dataDir: string): string {
  return path.resolve(dir ?? `${path.resolve(dataDir)}-backups`)
}

/** Whether two folders lie on the same disk, even before they exist. */
export async function isOnSameDisk(dir: string, dataDir: string | undefined): Promise<boolean> {
  if (dataDir === undefined) return false
  return (await diskOf(path.resolve(dir))) === (await diskOf(path.resolve(dataDir)))
}

async function diskOf(folder: string): Promise<number | undefined> {
  const facts = await stat(folder).catch(() => undefined)
  const parent = path.dirname(folder)
  return facts || parent === folder ? facts?.dev : diskOf(parent)
}

/** Whether files can be written to a folder, which may have to be created: its path may lead through a file. */
export async function canBeWritten(folder: string): Promise<boolean> {
  try {
    const facts = await unlessMissing(lstat(folder))
    if (!facts) return path.dirname(folder) !== folder && (await canBeWritten(path.dirname(folder)))
    await access(folder, constants.W_OK | constants.X_OK)
    return (await stat(folder)).isDirectory()
  } catch {
    return false
  }
}

/** Creates the folder, and removes what killed backups left. Call it only while no other backup is made. */
export async function prepareFolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  for (const name of await namesIn(dir))
    if (name.startsWith(TEMPORARY)) await rm(path.join(dir, name), { recursive: true })
}

/** Gives a complete file its name, later than all that are there. Call it only while no other backup is made. */
export async function publish(dir: string, temporary: string, made: Date): Promise<StoredBackup> {
  const [last] = await storedBackups(dir)
  const second = Math.floor(made.getTime() / 1_000) * 1_000
  const at = new Date(last ? Math.max(second, last.at.getTime() + 1_000) : second)
  const name = backupName(at)
  await rename(temporary, path.join(dir, name))
  await syncFolder(dir)
  return { name, at, bytes: (await stat(path.join(dir, name))).size, checked: true }
}

/** The backups of a folder, newest first. A file has its name only after it was checked. */
export async function storedBackups(dir: string): Promise<StoredBackup[]> {
  const backups: StoredBackup[] = []
  for (const name of (await namesIn(dir)).sort().reverse()) {
    const at = backupTime(name)
    const facts = at && (await stat(path.join(dir, name)).catch(() => undefined))
    if (at && facts) backups.push({ name, at, bytes: facts.size, checked: true })
  }
  return backups
}

/** The file of a backup; in a folder, as some browsers unpack a download, the only one. */
export async function backupFileAt(place: string): Promise<string> {
  if (!(await stat(place)).isDirectory()) return place
  const [only, ...others] = await storedBackups(place)
  if (only && others.length === 0) return path.join(place, only.name)
  throw new UnusableBackup(`${place} is a folder ${only ? 'of several backups' : 'without a backup'}. Name the file.`)
}

const MONTHS = 12
/** The default of BACKUP_KEEP. It also limits manual backups if automatic ones are disabled. */
export const DEFAULT_KEEP = 14

/** Returns the newest backups, and the first of each of the last twelve months that have any. */
export function backupsToKeep(names: readonly string[], keep: number): Set<string> {
  const newestFirst = names.filter(backupTime).sort().reverse()
  const firstOfMonth = new Map(newestFirst.map((name) => [name.slice(0, 'masa-2026-11'.length), name]))
  return new Set([...newestFirst.slice(0, keep || DEFAULT_KEEP), ...[...firstOfMonth.values()].slice(0, MONTHS)])
}

/** Removes the backups that are not kept, and the pictures that only they use. */
export async function removeOld(dir: string, keep: number): Promise<void> {
  const names = (await namesIn(dir)).filter(backupTime)
  const kept = backupsToKeep(names, keep)
  for (const name of names) if (!kept.has(name)) await rm(path.join(dir, name), { force: true })
  const used = new Set<string>()
  for (const name of kept) for (const hash of (await readBackupHead(path.join(dir, name))).pictures) used.add(hash)
  const pictures = path.join(dir, PICTURES)
  for (const name of await namesIn(pictures))
    if (!used.has(name)) await rm(path.join(pictures, name), { recursive: true })
}

/** The names in a folder; none if there is no such folder, also because its path leads through a file. */
const namesIn = async (dir: string) => {
  const names = readdir(dir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOTDIR') return []
    throw error
  })
  return (await unlessMissing(names)) ?? []
}

/** The pictures beside the backups, in the layout of those in the data folder. */
export const picturesBeside = (dir: string): PictureStore => folderStore(path.join(dir, PICTURES))

/** A disk forces the files of several pictures in hardly more time than those of one. */
const COPIED_TOGETHER = 4

/** Copies the pictures that the store lacks. @returns the number of pictures that no source has */
export async function copyPictures(hashes: readonly string[], from: readonly PictureStore[], to: PictureStore) {
  let missing = 0
  const copy = async (hash: string) => {
    if (await to.has(hash)) return
    const picture = new Map<PictureWidth, Buffer>()
    for (const store of from)
      for (const width of PICTURE_WIDTHS) {
        const bytes = await store.get(hash, width)
        if (bytes) picture.set(width, bytes)
      }
    if (picture.size === PICTURE_WIDTHS.length) await to.put(hash, picture)
    else missing += 1
  }
  for (let i = 0; i < hashes.length; i += COPIED_TOGETHER) {
    const copied = await Promise.allSettled(hashes.slice(i, i + COPIED_TOGETHER).map(copy))
    for (const result of copied) if (result.status === 'rejected') throw result.reason
  }
  return missing
}

const ERASED = 'erased'
const KEYS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Records keys of erased rows beside the backups. */
export async function appendErased(dir: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const lines = keys.map((key) => `${key}\n`).join('')
  await appendFile(path.join(dir, ERASED), lines, { mode: 0o600, flush: true })
}

/** Reads the keys that are recorded beside the backups; a line that a crash cut off does not damage the next one. */
export async function readErased(dir: string): Promise<string[]> {
  const text = await unlessMissing(readFile(path.join(dir, ERASED), 'utf8'))
  return text?.match(KEYS) ?? []
}

/** Records the database's keys that are not recorded yet. */
export async function noteErased(db: Reader, dir: string): Promise<void> {
  await appendErased(dir, await listErased(db, await readErased(dir)))
}

/** Packs a backup, its pictures and the erased keys as a tar. Files are read only as the stream is consumed. */
export async function packBackup(dir: string, name: string): Promise<Readable> {
  const { pictures } = await readBackupHead(path.join(dir, name))
  const files = [name, ...(await namesIn(dir)).filter((file) => file === ERASED)]
  for (const hash of pictures) {
    const folder = `${PICTURES}/${hash}`
    files.push(...(await namesIn(path.join(dir, folder))).map((file) => `${folder}/${file}`))
  }
  const tar = pack()
  const fill = async () => {
    for (const file of files) {
      const { size, mtime } = await stat(path.join(dir, file))
      // Reads no further than the size in the header, because lines may be appended meanwhile.
      const bytes = size > 0 ? createReadStream(path.join(dir, file), { end: size - 1 }) : Readable.from([])
      await pipeline(bytes, tar.entry({ name: file, size, mtime, mode: 0o600 }))
    }
    tar.finalize()
  }
  fill().catch((error: Error) => tar.destroy(error))
  return Readable.from(tar)
}

import type { Readable } from 'node:stream'
import { errorCode } from '#server/platform/files/store.ts'

/** Where backups lie: a folder or a bucket. Both have the same names. */
export interface BackupStore extends ErasedPlace {
  list(): Promise<{ name: string; bytes: number }[]>
  /** @throws an error with code ENOENT if there is none of this name */
  read(name: string): Promise<{ stream: Readable; bytes: number }>
  remove(name: string): Promise<void>
  /** The hashes of the pictures of all backups, which are stored once, each packed into one file. */
  listPictures(): Promise<string[]>
  /** Those of the pictures that are not stored. In a folder also those of which a byte has changed. */
  lacking(hashes: readonly string[]): Promise<string[]>
  picture(hash: string): Promise<Buffer | undefined>
  /** Stores a packed picture, whole or not at all, in place of the one that is there. */
  addPicture(hash: string, packed: Buffer): Promise<void>
  removePicture(hash: string): Promise<void>
}

/** What was read of the keys that are noted in a place. */
interface ErasedReading {
  keys: Set<string>
  /** Whether these are all; if not, those that others have noted since the mark. */
  isWhole: boolean
  /** For the next reading. Undefined where there is nothing to remember. */
  mark: string | undefined
}

/** The keys of a restaurant's erased rows beside its backups. */
export interface ErasedPlace {
  /** Reads the noted keys; after the `mark` of an earlier reading only what is new in the same place. */
  readErased(restaurant: string, mark?: string): Promise<ErasedReading>
  /** @returns the mark for the next reading */
  noteErased(restaurant: string, keys: readonly string[]): Promise<string | undefined>
  dropErased(restaurant: string, keys: ReadonlySet<string>): Promise<void>
}

/** The folder of the pictures beside the backups. */
export const PICTURES_FOLDER = 'pictures'
const PICTURE_NAME = /^([0-9a-f]{32})\.tar$/

export const pictureName = (hash: string): string => `${hash}.tar`

export function picturesIn(names: readonly string[]): string[] {
  return names.flatMap((name) => PICTURE_NAME.exec(name)?.[1] ?? [])
}

export const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `masa-2026-11-22T03-00-00Z.tar.zst`, in UTC; a second one of the same second has a number. */
const BACKUP_NAME = /^masa-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-(\d{1,3}))?\.tar\.zst$/

/** The name of a backup. @param copy counted from 1; above 1 if the name before is taken */
export function backupName(at: Date, copy = 1): string {
  const stamp = at.toISOString().slice(0, 19).replaceAll(':', '-')
  return `masa-${stamp}Z${copy > 1 ? `-${copy}` : ''}.tar.zst`
}

export function backupTime(name: string): Date | undefined {
  const [, day, hour, minute, second] = BACKUP_NAME.exec(name) ?? []
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** Counted from 1 among the backups of one second. */
const copyOf = (name: string) => Number(BACKUP_NAME.exec(name)?.[5] ?? 1)

/** The number of the next backup of a second, never one that was removed: the newest would count as old. */
export function nextCopy(names: readonly string[], at: Date): number {
  const stamp = backupName(at).slice(0, -'.tar.zst'.length)
  return Math.max(0, ...names.filter((name) => name.startsWith(stamp)).map(copyOf)) + 1
}

export function compareNames(one: string, other: string): number {
  return (backupTime(one)?.getTime() ?? 0) - (backupTime(other)?.getTime() ?? 0) || copyOf(one) - copyOf(other)
}

/** How many months the first backup of each month is kept, this month included. */
const MONTHS = 12

/** The newest `keep`, the first of each of the last twelve months, and the one that was just made. */
export function backupsToKeep(
  names: readonly string[],
  { keep, made, now, timeZone }: { keep: number; made: string; now: Date; timeZone: string },
): Set<string> {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' })
  const monthOf = (at: Date) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return Number(parts.year) * 12 + Number(parts.month)
  }
  const dated = names.flatMap((name) => {
    const at = backupTime(name)
    return at ? [{ name, at }] : []
  })
  dated.sort((a, b) => compareNames(a.name, b.name))
  const firsts = new Map<number, string>()
  for (const { name, at } of dated) {
    const month = monthOf(at)
    if (month > monthOf(now) - MONTHS && !firsts.has(month)) firsts.set(month, name)
  }
  // 0 means that none is made by itself; those made by hand are kept like 14.
  const newest = dated.slice(-(keep || DEFAULT_KEEP)).map(({ name }) => name)
  return new Set([...newest, ...firsts.values(), made])
}

/** How many backups are kept if BACKUP_KEEP is not set. */
export const DEFAULT_KEEP = 14

/** What a killed backup leaves begins so. */
export const TEMPORARY = '.new-'

/** For `catch`: the value if there is no such file. */
export function orWithout<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (errorCode(error) === 'ENOENT') return value
    throw error
  }
}

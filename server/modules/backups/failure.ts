import { AppError } from '#server/platform/app-error.ts'
import type { BackupFailure } from '#shared/contracts/backups.ts'
import { UnusableBackup } from './archive/manifest.ts'
import { CHANGED } from './archive/write-archive.ts'
import { BucketFailure } from './places/bucket.ts'
import { isDatabaseError } from './state-repo.ts'

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

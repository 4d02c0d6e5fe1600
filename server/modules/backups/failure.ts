import { UnusableBackup } from './archive/manifest.ts'
import { BucketFailure } from './places/bucket.ts'
import { isDatabaseError } from './state-repo.ts'

/** Why a backup failed, in a sentence for the owner that contains no data. */
export function describeFailure(error: unknown, dir: string): string {
  if (error instanceof BucketFailure || error instanceof UnusableBackup) return error.message
  if (isDatabaseError(error)) return 'The database failed while it was copied.'
  const { code, message, cause } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk of ${dir} is full.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `Masa may not write to ${dir}.`
  if (code !== undefined && /^(E[A-Z]+|5\d[A-Z0-9]{3})$/.test(code)) return `The backup could not be written (${code}).`
  // The pictures' bucket says why in the cause.
  return cause instanceof Error ? cause.message : message
}

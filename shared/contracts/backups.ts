import * as z from 'zod/mini'
import { endpoint } from './base/endpoint.ts'
import { givenPassword, isoMoment } from './base/fields.ts'
import { wording } from './base/wording.ts'

/** Why a backup failed. The words of the dictionaries say what to do (`backups.failures`). */
const BACKUP_FAILURES = [
  /** The disk of the folder has no room. */
  'disk_full',
  /** The folder cannot be written to: permissions, a disk that is read-only or missing. */
  'folder_closed',
  /** The file was read back and is not what was written. */
  'changed',
  /** PostgreSQL refused or ended its work, or took no further connection. */
  'database',
  /** The bucket of the pictures could not be read. */
  'pictures_unreachable',
  /** Anything else, for example Masa was stopped while the backup was made. */
  'other',
] as const
export type BackupFailure = (typeof BACKUP_FAILURES)[number]

export const backupSchema = z.object({
  /** The name of its file, which identifies it. */
  name: z.string(),
  /** The moment of its data. */
  at: isoMoment,
  /** The size of its file, without the pictures, which all backups share. */
  bytes: z.int(),
  /** Whether the file was read back after writing without a fault. */
  checked: z.literal(true),
})
export type Backup = z.infer<typeof backupSchema>

/** The state of the backups, as a part of the checks before service. */
export const backupStateSchema = z.object({
  /** The moment of the last good backup; null if there is none. */
  lastAt: z.nullable(isoMoment),
  failed: z.boolean(),
  reason: z.nullable(z.enum(BACKUP_FAILURES)),
  /** Whether the backups are on the disk with the data. */
  sameDisk: z.boolean(),
  running: z.boolean(),
  /** Whether backups are made every business day (docs/product/backups.md#backups-when). */
  automatic: z.boolean(),
  /** When these data were restored, as long as no owner has said that they are the real ones; else null. */
  restoredAt: z.nullable(isoMoment),
})
export type BackupState = z.infer<typeof backupStateSchema>

export const listBackups = endpoint('GET', '/api/backups', 'owner', {
  summary: 'All backups, the newest first.',
  response: z.array(backupSchema),
})

export const startBackup = endpoint('POST', '/api/backups', 'owner', {
  summary: 'Starts a backup; its end is announced as CHANGED `service`.',
  status: 202,
})

export const confirmRestored = endpoint('POST', '/api/restored', 'owner', {
  summary:
    'Says that a restored copy is the real one now: printers, events, WhatsApp and backups go on. Elsewhere it does nothing.',
  status: 204,
})

const MAX_NAME_LENGTH = 100

export const createBackupLink = endpoint('POST', '/api/backups/:name/link', 'owner', {
  summary: 'Creates a link by which the backup can be downloaded once within 60 seconds, without a cookie.',
  params: z.object({ name: z.string().check(z.maxLength(MAX_NAME_LENGTH, { error: wording })) }),
  body: z.object({
    /** The owner's own password, however recently they signed in; 403 `wrong_password` if it is another one. */
    currentPassword: givenPassword,
  }),
  response: z.object({ link: z.string() }),
})

export const downloadBackup = endpoint('GET', '/api/backups/links/:word', 'public', {
  summary: 'Downloads a backup with its pictures, by the one-time word of a link.',
  params: z.object({ word: z.string().check(z.maxLength(100)) }),
})

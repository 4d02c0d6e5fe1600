import { randomBytes } from 'node:crypto'
import { OLD_BACKUP_MS } from '#shared/domain/checks/judge.ts'
import { PREVIEW_WIDTH } from '#shared/domain/menu/pictures.ts'
import { backupWords } from '#shared/i18n/en/owner/backups.ts'
import type { Config } from '../config.ts'
import { type DatabaseState, examineDatabase, UnreachableDatabase, UnsuitableDatabase } from '../db/index.ts'
import { explain, UnusableDatabase } from '../explain.ts'
import { existingPart } from '../modules/backups/index.ts'
import { type Bucket, bucketStore } from '../platform/files/bucket-store.ts'
import { whatsappApi } from '../platform/whatsapp.ts'
import { type DoctorFinding, findingsOf, sizeText } from './finding.ts'
import { tryWriting } from './machine.ts'

const { ok, warning, error } = findingsOf('database')

/** Examines a database; `state` is undefined if it cannot be used. */
export async function examine(
  name: string,
  url: string,
): Promise<{ state?: DatabaseState; findings: DoctorFinding[] }> {
  try {
    const state = await examineDatabase(url)
    return { state, findings: findingsFor(name, state) }
  } catch (cause) {
    return { findings: [failureOf(name, cause)] }
  }
}

export function failureOf(name: string, cause: unknown): DoctorFinding {
  const known = cause instanceof UnreachableDatabase || cause instanceof UnsuitableDatabase
  const text = explain(known ? new UnusableDatabase(name, cause) : cause)
  return error(
    text,
    cause instanceof UnreachableDatabase
      ? 'Check that PostgreSQL runs, its address, user and password, and its pg_hba.conf.'
      : 'Do what the sentence says; docs/running.md describes the database.',
  )
}

function findingsFor(name: string, state: DatabaseState): DoctorFinding[] {
  const { version, bytes, migrations, isStandby, hasSearchIndex } = state
  const pending = migrations.known - migrations.applied
  const update =
    migrations.applied === 0
      ? 'no restaurant yet, the first start makes one'
      : pending === 0
        ? `up to date (${migrations.applied} migrations)`
        : `${pending} of ${migrations.known} migrations come with the next start`
  const findings = [ok(`${name} answers: PostgreSQL ${version}, ${sizeText(bytes)}, ${update}.`)]
  if (isStandby)
    findings.push(error(`${name} is a standby and refuses writes.`, 'Name the primary in DATABASE_URL, or promote it.'))
  if (!hasSearchIndex && migrations.applied > 0)
    findings.push(
      warning(
        'Searches have no index, because the extension pg_trgm is missing: they are slow with a long history.',
        'See docs/operating.md, "A PostgreSQL server of your own".',
      ),
    )
  return findings
}

const bucket = findingsOf('bucket')
const whatsapp = findingsOf('whatsapp')
const printers = findingsOf('printers')
const backups = findingsOf('backups')

export async function examineBucket(settings: Bucket | undefined): Promise<DoctorFinding> {
  if (!settings) return bucket.ok('Not used: the pictures are in the data folder.')
  const store = bucketStore(settings)
  const name = `doctor-${randomBytes(16).toString('hex')}`
  const content = randomBytes(32)
  try {
    if (await store.has(`${name}-missing`)) throw new Error('it has an object that was never written')
    try {
      await store.put(name, new Map([[PREVIEW_WIDTH, content]]))
      const read = await store.get(name, PREVIEW_WIDTH)
      if (!read?.equals(content)) throw new Error('it does not return what was written')
    } finally {
      await store.remove(name)
    }
    return bucket.ok('The bucket can be read, written, and deleted from.')
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return bucket.error(
      `The bucket cannot be used: ${reason}.`,
      'Check BUCKET_URL, BUCKET_REGION and the key, which must be allowed to read, write, delete and list.',
    )
  }
}

const WHATSAPP_REMEDY = 'See the table of Meta’s codes in docs/operating.md, "WhatsApp".'

/** Examines WhatsApp without sending a message, and the queue of messages. */
export async function examineWhatsapp(
  account: Config['whatsapp'],
  state: DatabaseState['whatsapp'],
): Promise<DoctorFinding[]> {
  if (!account) return [whatsapp.ok('Not used.')]
  const outcome = await whatsappApi(account).check()
  const waiting = state?.waiting ?? 0
  const stopped =
    state && state.stoppedBy !== null
      ? [
          whatsapp.error(
            `WhatsApp accepts no message (${state.stoppedBy}), and ${waiting} wait.`,
            'Correct the cause, and send a test message from Settings → WhatsApp.',
          ),
        ]
      : []
  if (outcome.kind === 'accepted')
    return stopped.length > 0
      ? stopped
      : [whatsapp.ok(`WhatsApp accepts the token and the number; ${waiting} messages wait.`)]
  const { stop, why } = outcome
  if (stop !== null)
    return [whatsapp.error(`WhatsApp refuses the token or the number (${stop}: ${why}).`, WHATSAPP_REMEDY), ...stopped]
  return [
    whatsapp.warning(
      `WhatsApp does not answer as expected (${why}).`,
      'Check the connection to the internet and WHATSAPP_API_URL; messages are sent when it answers again.',
    ),
    ...stopped,
  ]
}

/** What the printers on the network were when the server asked them last; nothing without any. */
export function examinePrinters(found: DatabaseState['printers']): DoctorFinding[] {
  if (found.length === 0) return []
  const notReady = found.filter(({ state }) => state !== 'ready').map(({ name, state }) => `${name} (${state})`)
  if (notReady.length === 0) return [printers.ok(`All ${found.length} were ready when the server asked them last.`)]
  return [
    printers.warning(
      `Not ready when the server asked them last: ${notReady.join(', ')}.`,
      'Check power, paper, cable and address; see Settings → Printers.',
    ),
  ]
}

const MAKE_ONE = 'Make one with npm run backup, and see Settings → Backups.'

export async function examineBackupFolder(dir: string): Promise<DoctorFinding[]> {
  const { path, facts } = await existingPart(dir)
  const why = facts?.isDirectory() ? await tryWriting(path) : 'ENOTDIR'
  if (why === undefined) return []
  const text = why === 'ENOTDIR' ? `: ${path} is not a folder` : ` (${why})`
  return [
    backups.error(
      `Backups cannot be written to ${dir}${text}.`,
      'Set BACKUP_DIR to a folder in which the user that Masa runs as may write.',
    ),
  ]
}

/** @param settings `isSameDisk`: whether they are on the disk of the data */
export function examineBackups(
  outcome: DatabaseState['backups'],
  now: Date,
  { isAutomatic, isSameDisk }: { isAutomatic: boolean; isSameDisk: boolean },
): DoctorFinding[] {
  if (!outcome)
    return [backups.warning('This database knows no backups yet.', 'Start this version of Masa on it once.')]
  const { lastAt, failedAt, failure } = outcome
  if (!isAutomatic && !lastAt && !failedAt) return [backups.ok('Masa makes no backups by itself here.')]
  const findings: DoctorFinding[] = []
  if (failedAt)
    findings.push(backups.error(`The last backup failed. ${backupWords.failures[failure ?? 'other']}`, MAKE_ONE))
  if (!lastAt) findings.push(backups.warning('There is no good backup yet.', MAKE_ONE))
  else if (isAutomatic && now.getTime() - lastAt.getTime() > OLD_BACKUP_MS.forDoctor)
    findings.push(backups.error(`The last good backup is of ${lastAt.toISOString()}.`, MAKE_ONE))
  else if (!failedAt) findings.push(backups.ok(`The last good backup is of ${lastAt.toISOString()}.`))
  if (isSameDisk)
    findings.push(
      backups.warning(
        'The backups are on the same disk as the data: one broken disk takes both.',
        'Set BACKUP_DIR to a folder on another disk, or copy it elsewhere (docs/operating.md, "Backups").',
      ),
    )
  return findings
}

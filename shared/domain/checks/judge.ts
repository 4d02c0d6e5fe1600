import type { BeforeService } from '../../contracts/before-service.ts'
import type { Settings } from '../../contracts/settings.ts'
import { type Finding, SERVER_CHECKS, type ServerCheck, stateOf } from './findings.ts'

const DAY_MS = 24 * 60 * 60_000
/** How long before the end of their session owners are warned, in milliseconds. */
export const SIGN_IN_WARNING_MS = 14 * DAY_MS
/**
 * From which age on the last good backup is old, in milliseconds. Who looks after the machine learns it when a single
 * one is missing: after a day, and the hours by which a business day may begin later. An owner is not sent there before
 * the next one was missed, too.
 */
export const OLD_BACKUP_MS = { forOwners: 2 * DAY_MS, forDoctor: 1.25 * DAY_MS }
const SLOW_DATABASE_MS = 200
const [MB, GB] = [1_000_000, 1_000_000_000]
/** Below either of these there is little space. */
const LITTLE_SPACE = { bytes: GB, fraction: 0.05 }
const FULL_BYTES = 200 * MB

export type Facts = Omit<BeforeService, 'checks'>
type Restaurant = Required<Pick<Settings, 'noTables' | 'ownerPhoneNumber' | 'registration'>>

export function judge(
  facts: Facts,
  { noTables, ownerPhoneNumber, registration }: Restaurant,
  now: Date,
): BeforeService['checks'] {
  const { dishes, tables, ordersPaused, ordersPausedUntil, whatsapp, disk } = facts
  const ofDishes = (found: unknown[]) => (found.length > 0 ? 'some' : dishes > 0 ? 'none' : 'noDishes')
  const found: { [Name in ServerCheck]: Finding<Name> } = {
    signIn: facts.signInEndsAt === null ? 'lasts' : 'ends',
    registration: registration ? 'open' : 'closed',
    menu: dishes > 0 ? 'some' : 'none',
    tables: tables > 0 ? 'some' : noTables ? 'unused' : 'none',
    paused: ordersPaused ? (ordersPausedUntil ? 'until' : 'untilResumed') : dishes > 0 ? 'taken' : 'noDishes',
    hours: hoursFinding(facts.hours),
    soldOut: ofDishes(facts.soldOut),
    unpriced: ofDishes(facts.unpriced),
    undeclared: ofDishes(facts.undeclared),
    printers: printersFinding(facts.printers),
    whatsapp: whatsappFinding(whatsapp, Boolean(ownerPhoneNumber)),
    database: facts.databaseMs > SLOW_DATABASE_MS ? 'slow' : 'fine',
    disk: disk ? diskFinding(disk) : 'unknown',
    dayEnd: facts.dayEnd === null ? 'off' : facts.dayEnd.forgotten === null ? 'closed' : 'forgotten',
    backup: backupFinding(facts.backup, now),
  }
  const judged = <Name extends ServerCheck>(name: Name) => ({ state: stateOf(name, found[name]), finding: found[name] })
  return Object.fromEntries(SERVER_CHECKS.map((name) => [name, judged(name)])) as BeforeService['checks']
}

function hoursFinding(hours: Facts['hours']): Finding<'hours'> {
  if (!hours) return 'unused'
  if (hours.today.length === 0) return 'closed'
  return hours.exceptions.length > 0 ? 'soon' : 'open'
}

function printersFinding(printers: Facts['printers']): Finding<'printers'> {
  if (!printers) return 'unused'
  if (printers.notReady.length > 0) return 'notReady'
  if (printers.undecided > 0) return 'undecided'
  return printers.idle.length > 0 ? 'idle' : 'ready'
}

function whatsappFinding({ configured, enabled, state }: Facts['whatsapp'], hasNumber: boolean): Finding<'whatsapp'> {
  if (!configured) return 'unused'
  if (!enabled) return 'off'
  if (!hasNumber) return 'noNumber'
  return state
}

/** Whether a disk has enough free space for Masa's data; sizes are in bytes. */
export function diskFinding({ free, total }: { free: number; total: number }): 'free' | 'little' | 'full' {
  if (free < FULL_BYTES) return 'full'
  return free < LITTLE_SPACE.bytes || free < total * LITTLE_SPACE.fraction ? 'little' : 'free'
}

function backupFinding({ lastAt, failed, sameDisk, automatic }: Facts['backup'], now: Date): Finding<'backup'> {
  if (failed) return 'failed'
  if (!automatic) return 'off'
  if (lastAt === null) return 'none'
  if (now.getTime() - Date.parse(lastAt) > OLD_BACKUP_MS.forOwners) return 'old'
  return sameDisk ? 'sameDisk' : 'made'
}

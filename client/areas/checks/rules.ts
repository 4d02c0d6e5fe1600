import type { ReactNode } from 'react'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import { diskSpace } from '#shared/domain/disk-space.ts'

/** The checks, in the order of the screen. */
export const CHECKS = {
  device: ['sound', 'screen', 'printer', 'live', 'signIn'],
  guests: ['menu', 'tables', 'phone', 'paused', 'soldOut', 'unpriced', 'undeclared'],
  system: ['whatsapp', 'database', 'disk', 'backup'],
} as const
export type CheckGroup = keyof typeof CHECKS
export type CheckName = (typeof CHECKS)[CheckGroup][number]

/**
 * `look`: needs attention soon; `unknown`: nobody has tried it yet; `unused`: the restaurant does not use it, which is
 * fine.
 */
export type CheckState = 'ok' | 'look' | 'wrong' | 'unknown' | 'unused'

/** The result of one check: its state, a sentence that explains it, and buttons to fix it. */
export interface Check {
  state: CheckState
  text: ReactNode
  remedy?: ReactNode
  /** Whether screen readers announce a change of the text, because it may change by itself. */
  isReadAloud?: boolean
}

/** Whether somebody has to act; a check that nobody has tried yet counts, too. */
export function needsAttention({ state }: Pick<Check, 'state'>): boolean {
  return state !== 'ok' && state !== 'unused'
}

/* The rules that derive the states of checks from the server's data (docs/product/before-service.md#before-service-checks). */

const SLOW_DATABASE_MS = 200
const DISK_STATES = { enough: 'ok', little: 'look', full: 'wrong' } as const
const OLD_BACKUP_MS = 2 * 24 * 60 * 60_000

/** @param ms response time of the database, in milliseconds */
export function databaseState(ms: number): CheckState {
  return ms > SLOW_DATABASE_MS ? 'look' : 'ok'
}

/** Sizes are in bytes. */
export function diskState(disk: { free: number; total: number }): CheckState {
  return DISK_STATES[diskSpace(disk)]
}

export function whatsappState(
  { configured, enabled, state }: BeforeService['whatsapp'],
  hasNumber: boolean,
): { state: CheckState; why: 'unused' | 'off' | 'noNumber' | 'stopped' | 'ok' } {
  if (!configured) return { state: 'unused', why: 'unused' }
  if (!enabled) return { state: 'unused', why: 'off' }
  if (!hasNumber) return { state: 'look', why: 'noNumber' }
  return state === 'stopped' ? { state: 'wrong', why: 'stopped' } : { state: 'ok', why: 'ok' }
}

/** @param now milliseconds since 1970, by the server's clock */
export function lastBackupState(
  { lastAt, failed, sameDisk, automatic }: BeforeService['backup'],
  now: number,
): { state: CheckState; why: 'off' | 'failed' | 'none' | 'old' | 'sameDisk' | 'made' } {
  if (failed) return { state: 'wrong', why: 'failed' }
  if (!automatic) return { state: 'unused', why: 'off' }
  if (lastAt === null) return { state: 'look', why: 'none' }
  if (now - Date.parse(lastAt) > OLD_BACKUP_MS) return { state: 'look', why: 'old' }
  return sameDisk ? { state: 'look', why: 'sameDisk' } : { state: 'ok', why: 'made' }
}

interface PhoneTest {
  /** The last phone test, as stored on the server. */
  phone: BeforeService['phone']
  /** When the code on this screen expires; undefined if it shows none. */
  shownUntil: string | undefined
  /** Milliseconds since 1970, by the server's clock. */
  now: number
  /** The start of the business day; milliseconds since 1970. */
  dayStart: number
}

/**
 * The state of the test whether phones reach the address, for this screen. Its result counts for one business day.
 * `replaced`: another screen has shown a newer code; `over`: the code has expired.
 */
export function phoneTestState({
  phone,
  shownUntil,
  now,
  dayStart,
}: PhoneTest): 'reached' | 'unasked' | 'replaced' | 'waiting' | 'over' {
  if (phone?.reachedAt && Date.parse(phone.reachedAt) >= dayStart) return 'reached'
  if (shownUntil === undefined) return 'unasked'
  if (phone?.expiresAt !== shownUntil) return 'replaced'
  return now < Date.parse(shownUntil) ? 'waiting' : 'over'
}

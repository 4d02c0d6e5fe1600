import type { BeforeService } from '#shared/contracts/before-service.ts'
import type { CheckState } from './check.ts'

/* How each thing stands by what the server knows of it (docs/product.md#before-service-checks). */

const SLOW_DATABASE_MS = 200
const [MB, GB] = [1_000_000, 1_000_000_000]
const LITTLE_ROOM = { bytes: GB, part: 0.05 }
const NO_ROOM_BYTES = 200 * MB

/** @param ms how long the database took to answer */
export function databaseState(ms: number): CheckState {
  return ms > SLOW_DATABASE_MS ? 'look' : 'ok'
}

export function diskState({ free, total }: { free: number; total: number }): CheckState {
  if (free < NO_ROOM_BYTES) return 'wrong'
  return free < LITTLE_ROOM.bytes || free < total * LITTLE_ROOM.part ? 'look' : 'ok'
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

interface PhoneQuestion {
  /** The last question, as the server knows it. */
  phone: BeforeService['phone']
  /** When the code on this screen ends; undefined where it shows none. */
  shownUntil: string | undefined
  /** Milliseconds since 1970, by the server's clock. */
  now: number
  /** When today began. */
  today: number
}

/** How the question whether phones reach the address stands on this screen. An answer holds for its business day. */
export function phoneStand({
  phone,
  shownUntil,
  now,
  today,
}: PhoneQuestion): 'reached' | 'unasked' | 'replaced' | 'waiting' | 'over' {
  if (phone?.reachedAt && Date.parse(phone.reachedAt) >= today) return 'reached'
  if (shownUntil === undefined) return 'unasked'
  if (phone?.expiresAt !== shownUntil) return 'replaced'
  return now < Date.parse(shownUntil) ? 'waiting' : 'over'
}

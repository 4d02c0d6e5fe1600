import { pauseAt, type ReadSettings } from '#server/modules/settings/index.ts'
import { AppError, inputError } from '#server/platform/app-error.ts'
import { MAX_DAYS_AHEAD, pickupRules, startOf } from '#shared/domain/orders/pickup.ts'
import { type HoursState, hoursAt } from '#shared/domain/time/opening-hours.ts'
import { allSlots, asapSlots, isOnGrid, nearestSlots, type SlotRules } from '#shared/domain/time/slots.ts'
import type { TakenSlots } from './repo.ts'

/** Refuses an order outside the hours. */
function throwClosed({ open, opensAt }: HoursState): never {
  throw new AppError('closed', { opensAt: opensAt?.toISOString() ?? null }, undefined, open ? 'last_orders' : 'closed')
}

/** Refuses an order while the restaurant is closed. */
export function refuseClosed({ openingHours, lastOrderMinutes }: ReadSettings, timeZone: string, now: Date): void {
  const state = hoursAt(openingHours, lastOrderMinutes, now, timeZone)
  if (!state.open || state.lastOrders) throwClosed(state)
}

/** The pickup time of an order. */
export interface PickedUp {
  pickupAt: Date
  asap: boolean
  startAt: Date
}

interface Wanted {
  /** The chosen slot; null for as soon as possible. */
  pickupAt: Date | null
  /** False for owners and the floor, who are never refused. */
  keepsHours: boolean
  settings: ReadSettings
  taken: TakenSlots
  timeZone: string
  now: Date
}

/** @throws AppError `slot_gone` with the nearest slots, `closed` if there are none; InputError if it is not a slot */
export function choosePickup({ pickupAt, keepsHours, settings, taken, timeZone, now }: Wanted): PickedUp {
  const rules = pickupRules(settings, timeZone)
  const { leadMinutes, ordersPerSlot } = rules.pickup
  const isFull = (at: Date) => isFullSlot(taken, at, ordersPerSlot)
  const picked = (at: Date): PickedUp => ({
    pickupAt: at,
    asap: pickupAt === null,
    startAt: startOf(now, at, leadMinutes),
  })
  if (pickupAt === null) {
    const at = asapSlots(rules, now).find((slot) => !isFull(slot))
    if (at) return picked(at)
    if (!keepsHours) return picked(firstOnGrid(rules, now))
    refuseGone(firstOnGrid(rules, now))
  }
  refuseNoSlot(pickupAt, rules, now)
  if (!keepsHours) return picked(pickupAt)
  // All slots are computed once a minute for everybody.
  const isSlot = allSlots(rules, now).some((at) => at.getTime() === pickupAt.getTime())
  if (!isSlot || !isFree(pickupAt)) refuseGone(pickupAt)
  return picked(pickupAt)

  function isFree(at: Date): boolean {
    return !isFull(at) && !isPausedAt(settings, at, now)
  }

  function refuseGone(wanted: Date): never {
    const slots = allSlots(rules, now)
    const nearest = nearestSlots(wanted, slots, isFree).map((at) => at.toISOString())
    if (nearest.length > 0) throw new AppError('slot_gone', { nearest })
    if (slots.length > 0) throw new AppError('slot_gone', { nearest: [] }, undefined, 'slots_full')
    throwClosed({ ...hoursAt(rules.openingHours, rules.lastOrderMinutes, now, timeZone), open: true })
  }
}

/**
 * Returns the start of an order whose slot staff changed, also to a full one.
 * @throws AppError `pickup_off`, `slot_gone`; InputError if it is not a slot
 */
export function startOfChanged(pickupAt: Date, createdAt: Date, settings: ReadSettings, timeZone: string, now: Date) {
  const { pickup } = settings
  if (!pickup.on) throw new AppError('pickup_off')
  refuseNoSlot(pickupAt, pickupRules(settings, timeZone), now)
  if (pickupAt <= now) throw new AppError('slot_gone')
  return startOf(createdAt, pickupAt, pickup.leadMinutes)
}

export function isFullSlot(taken: TakenSlots, at: Date, limit: number | null): boolean {
  return limit !== null && (taken.get(at.getTime()) ?? 0) >= limit
}

/** Whether a pause refuses orders for a time; a pause without an end refuses all. */
export function isPausedAt(settings: ReadSettings, at: Date, now: Date): boolean {
  const { ordersPaused, ordersPausedUntil } = pauseAt(settings, now)
  return ordersPaused && (ordersPausedUntil === null || ordersPausedUntil > at)
}

/** Returns the first time on the grid, within opening hours or not. */
function firstOnGrid(rules: SlotRules, now: Date): Date {
  let at = Math.ceil((now.getTime() + rules.slots.leadMinutes * MINUTE_MS) / STEP_MS) * STEP_MS
  while (!isOnGrid(new Date(at), rules.slots.slotMinutes, rules.timeZone)) at += STEP_MS
  return new Date(at)
}

function refuseNoSlot(at: Date, { slots, timeZone }: SlotRules, now: Date): void {
  const isNear = at.getTime() <= now.getTime() + (MAX_DAYS_AHEAD + 2) * DAY_MS
  if (!isNear || !isOnGrid(at, slots.slotMinutes, timeZone)) throw inputError('pickupAt', 'validation.pickupSlot')
}

const MINUTE_MS = 60_000
const STEP_MS = 5 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS

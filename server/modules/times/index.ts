/** Opening hours as guests read them, and pickup times: orders take slots and give them back. */

export { minuteCache } from './minute-cache.ts'
export { changeSlot, readTakenSlots, type TakenSlots, takeSlot } from './repo.ts'
export { choosePickup, isPausedAt, type PickedUp, refuseClosed, startOfChanged } from './service.ts'

/** Opening hours as guests read them, and pickup times: orders take and give back places in their slots. */

export { changeSlot, lockPickup, readTakenSlots, type TakenSlots, takePlace } from './repo.ts'
export { choosePickup, isPausedAt, type PickedUp, refuseClosed, startOfChanged } from './service.ts'

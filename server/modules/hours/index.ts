/** What guests read of the opening hours, and the times of takeaway: orders take and give back places in them. */

export { changeSlot, lockPickup, readTakenSlots, type TakenSlots } from './repo.ts'
export { choosePickup, isPausedAt, type PickedUp, refuseClosed, startOfChanged } from './service.ts'

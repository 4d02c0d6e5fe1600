/** What guests read of the opening hours, and the times of takeaway: orders take and give back places in them. */

export { giveBackSlot, lockTakenSlots, PICKUP_SLOT_SQL, type TakenSlots, takeSlot } from './repo.ts'
export { choosePickup, isPausedAt, type PickedUp, refuseClosed, startOfChanged } from './service.ts'

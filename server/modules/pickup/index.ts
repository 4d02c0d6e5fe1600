/** The times at which takeaway orders are picked up. Orders take and give back places; it does not import them. */
export { giveBackSlot, lockTakenSlots, PICKUP_SLOT_SQL, type TakenSlots, takeSlot } from './repo.ts'
export { choosePickup, isPausedAt, type PickedUp, refuseClosed, startOfChanged } from './service.ts'

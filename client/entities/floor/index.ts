/* What the floor and the board show of tables: their calls and sessions, and how somebody takes a call. */
export { callsToRing, RING_AGAIN_MS, useCallBell } from './call-bell.ts'
export { useEndCall, useTakeCall } from './call-changes.ts'
export { floorKey, useFloor } from './floor-query.ts'
export { agoText, shortName, tableName } from './words.ts'

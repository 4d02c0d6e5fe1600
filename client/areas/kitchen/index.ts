/** The kitchen's screen: the orders to cook, as cards. */

export { KitchenScreen, useKitchenRingPolicy } from './kitchen-screen.tsx'
export { HEAD_BUTTON, LARGE_TARGETS } from './stations.ts'

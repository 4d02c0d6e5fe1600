/** The kitchen's screen: the orders to cook, as cards. */

export { KitchenScreen, useKitchenRingPolicy } from './kitchen-screen.tsx'
export { HEAD_BUTTON } from './stations.ts'

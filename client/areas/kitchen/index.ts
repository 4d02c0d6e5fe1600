/** The kitchen's screen: the orders to cook, as cards. */

export { HEAD_BUTTON, LARGE_TARGETS } from './head/head-button.ts'
export { KitchenScreen, useKitchenAttention } from './kitchen-screen.tsx'

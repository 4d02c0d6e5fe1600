import { isServer } from './storage.ts'

/** Whether this page is the menu that the dashboard shows beside the board, for an order that an owner enters. */
export const isBesideBoard = !isServer && window.parent !== window

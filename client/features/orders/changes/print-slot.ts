import { type ComponentType, createContext } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'

/** What the page puts onto each card for printing: a feature of its own. */
export interface PrintSlot {
  Menu?: ComponentType<{ order: Order; settings: Settings }>
  Line?: ComponentType<{ order: Order; settings: Settings }>
}

export const PrintSlotContext = createContext<PrintSlot>({})

import { type ComponentType, createContext } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'

/** The components for printing that the page puts onto each card; injected, because printing is another feature. */
export interface PrintSlot {
  Menu?: ComponentType<{ order: Order; settings: Settings }>
  Line?: ComponentType<{ order: Order; settings: Settings }>
}

export const PrintSlotContext = createContext<PrintSlot>({})

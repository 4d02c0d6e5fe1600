import type { BeforeService } from '#shared/contracts/before-service.ts'
import type { Settings } from '#shared/contracts/settings.ts'

/** The steps, in their order (docs/product/first-steps.md#first-steps-list). */
export const FIRST_STEPS = ['name', 'menu', 'tables', 'sound', 'test'] as const
export type StepName = (typeof FIRST_STEPS)[number]

export interface StepFacts
  extends Pick<Settings, 'restaurantName' | 'noTables'>,
    Pick<BeforeService, 'dishes' | 'tables'> {
  /** Whether the sound was switched on at this device. */
  isSoundOn: boolean
  /** Whether there was ever an order. */
  hasOrders: boolean
}

/** Whether each step is done, as the restaurant and this device are now. */
export function doneSteps(facts: StepFacts): Record<StepName, boolean> {
  return {
    name: Boolean(facts.restaurantName),
    menu: facts.dishes > 0,
    tables: facts.tables > 0 || facts.noTables === true,
    sound: facts.isSoundOn,
    test: facts.hasOrders,
  }
}

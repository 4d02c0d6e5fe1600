import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { useBeforeService } from '../../lib/service/service.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import type { FirstStepsSlots } from './slots.ts'

/** The steps, in their order (docs/product/first-steps.md#first-steps-list). */
export const FIRST_STEPS = ['name', 'menu', 'tables', 'sound', 'test'] as const
export type StepName = (typeof FIRST_STEPS)[number]

interface StepFacts extends Pick<Settings, 'restaurantName' | 'noTables'>, Pick<BeforeService, 'dishes' | 'tables'> {
  /** Whether the sound was switched on at this device. */
  isSoundOn: boolean
  /** Whether there was ever an order. */
  hasOrders: boolean
}

/** Whether each step is done, as the restaurant and this device are now. */
function doneSteps(facts: StepFacts): Record<StepName, boolean> {
  return {
    name: Boolean(facts.restaurantName),
    menu: facts.dishes > 0,
    tables: facts.tables > 0 || facts.noTables === true,
    sound: facts.isSoundOn,
    test: facts.hasOrders,
  }
}

/** Whether the list was completed on this page: it then stays until somebody closes it. */
export const useJustCompleted = create<{ isShown: boolean }>(() => ({ isShown: false }))

/** The steps with what is done of them; `done` is undefined until it is known. */
export function useSteps({ sound, hasOrders, putAway }: Pick<FirstStepsSlots, 'sound' | 'hasOrders' | 'putAway'>) {
  const settings = useSettings()
  const { data, error, isFetching, refetch } = useBeforeService()
  const isSoundOn = sound.isSwitchedOn && sound.isChosen
  const done = data && hasOrders !== undefined ? doneSteps({ ...data, ...settings, isSoundOn, hasOrders }) : undefined
  const count = done && FIRST_STEPS.filter((step) => done[step]).length
  useStoreCompletion(count, putAway)
  return {
    facts: data,
    done,
    count,
    /** Why the steps are not known; undefined while they are fetched. */
    failure: !data && error && !isFetching ? { error, retry: () => void refetch() } : undefined,
  }
}

/** Once the last step is done, the list is put away for the restaurant, and remains on this page. */
function useStoreCompletion(count: number | undefined, putAway: (isAway: boolean) => void): void {
  const before = useRef(count)
  useEffect(() => {
    const isCompleted =
      before.current !== undefined && before.current < FIRST_STEPS.length && count === FIRST_STEPS.length
    before.current = count
    if (!isCompleted) return
    useJustCompleted.setState({ isShown: true })
    putAway(true)
  }, [count, putAway])
}

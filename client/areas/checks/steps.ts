import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { needsAttention } from '#shared/domain/checks/findings.ts'
import { useBeforeService } from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import type { StepParts } from './parts.ts'

/** The steps, in their order (docs/product/first-steps.md#first-steps-list). */
export const FIRST_STEPS = ['name', 'menu', 'tables', 'team', 'sound', 'test'] as const
export type StepName = (typeof FIRST_STEPS)[number]

/** Whether the list was completed on this page: it then stays until somebody closes it. */
export const useJustCompleted = create<{ isShown: boolean }>(() => ({ isShown: false }))

/** The steps with what is done of them, here and now; `done` is undefined until it is known. */
export function useSteps({ sound, hasOrders, putAway }: Pick<StepParts, 'sound' | 'hasOrders' | 'putAway'>) {
  const { restaurantName, registration = true } = useSettings()
  const { data, error, isFetching, refetch } = useBeforeService()
  const done: Record<StepName, boolean> | undefined =
    data && hasOrders !== undefined
      ? {
          name: Boolean(restaurantName),
          menu: !needsAttention(data.checks.menu),
          tables: !needsAttention(data.checks.tables),
          // An owner who works alone closes the registration.
          team: data.staff > 0 || !registration,
          sound: sound.isSwitchedOn && sound.isChosen,
          test: hasOrders || data.hasOrders,
        }
      : undefined
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

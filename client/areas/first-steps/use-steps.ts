import { useEffect, useRef } from 'react'
import { useBeforeService } from '../../lib/service/service.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { useJustCompleted } from './just-completed.ts'
import type { FirstStepsSlots } from './slots.ts'
import { doneSteps, FIRST_STEPS } from './steps.ts'

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

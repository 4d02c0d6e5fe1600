import type { BeforeService, ServerCheck } from '#shared/contracts/before-service.ts'
import { needsAttention } from '#shared/domain/checks.ts'
import { useBeforeService } from '../../lib/settings/change-settings.tsx'
import type { StepParts } from './server-checks.tsx'

/** The steps, in their order (docs/product/first-steps.md#first-steps-list). */
export const FIRST_STEPS = ['name', 'menu', 'tables', 'team', 'sound', 'test'] as const
export type StepName = (typeof FIRST_STEPS)[number]

/** The server's row of a check; its text is the line of a step that is done. */
export const rowOf = ({ checks }: BeforeService, name: ServerCheck['name']) =>
  checks.find((check) => check.name === name)

function isDone(facts: BeforeService, name: ServerCheck['name']): boolean {
  const row = rowOf(facts, name)
  return row !== undefined && !needsAttention(row)
}

/** The steps with what is done of them, here and now; `done` is undefined until it is known. */
export function useSteps({ sound, hasOrders }: Pick<StepParts, 'sound' | 'hasOrders'>) {
  const { data, error, isFetching, refetch } = useBeforeService()
  const done: Record<StepName, boolean> | undefined =
    data && hasOrders !== undefined
      ? {
          name: isDone(data, 'name'),
          menu: isDone(data, 'menu'),
          tables: isDone(data, 'tables'),
          team: isDone(data, 'team'),
          sound: sound.isSwitchedOn && sound.isChosen,
          test: hasOrders || isDone(data, 'order'),
        }
      : undefined
  const count = done && FIRST_STEPS.filter((step) => done[step]).length
  return {
    facts: data,
    done,
    count,
    /** Why the steps are not known; undefined while they are fetched. */
    failure: !data && error && !isFetching ? { error, retry: () => void refetch() } : undefined,
  }
}

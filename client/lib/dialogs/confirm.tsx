import type { Question } from '../../ui/overlays/confirm-dialog.tsx'
import { ask } from '../../ui/overlays/question-host.tsx'
import { t } from '../../ui/translation.ts'
import { importWithRetry } from '../loading/import-with-retry.ts'

const load = importWithRetry(() => import('../../ui/overlays/confirm-dialog.tsx'))

export const prefetchQuestions = load.prefetch

/**
 * Asks before an action that cannot be undone: `if (await confirm({…})) …`. With `action`, the question shows that it is
 * under way, and stays after a failure. The question outlasts the component that asks.
 */
export async function confirm(question: Question): Promise<boolean> {
  const { Questions } = await load()
  return new Promise((answer) => ask(Questions, { id: Symbol(), question, answer }))
}

/** Asks before an entry of a list is deleted. */
export const confirmDelete = (question: Omit<Question, 'confirm' | 'isDestructive'>): Promise<boolean> =>
  confirm({ ...question, confirm: t('common.delete'), isDestructive: true })

import type { Question } from '../../ui/overlays/confirm-dialog.tsx'
import { type Asked, ask } from '../../ui/overlays/question-host.tsx'
import { t } from '../../ui/translation.ts'
import { importWithRetry } from '../loading/import-with-retry.ts'

const load = importWithRetry(() => import('../../ui/overlays/confirm-dialog.tsx'))

export const prefetchQuestions = load.prefetch

/**
 * Asks before an action that cannot be undone: `if (await confirm({…})) …`. With `action`, the question shows that it is
 * under way, and stays after a failure. The question outlasts the component that asks.
 */
export const confirm = async (question: Question): Promise<boolean> => Boolean(await answerTo(question))

/** Shows a question, or a dialog of its own (`showDialog`). @returns undefined if its host goes meanwhile */
export async function answerTo<Answer>(question: Asked['question']): Promise<Answer | undefined> {
  const { Questions } = await load()
  return new Promise((answer) => ask(Questions, { id: Symbol(), question, answer }))
}

/** Asks before an entry of a list is deleted. */
export const confirmDelete = (question: Omit<Question, 'confirm' | 'isDestructive'>): Promise<boolean> =>
  confirm({ ...question, confirm: t('common.delete'), isDestructive: true })

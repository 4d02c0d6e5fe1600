import { useEffect } from 'react'
import type { Question } from '../../ui/overlays/confirm-dialog.tsx'
import { ask, QuestionHost } from '../../ui/overlays/question-host.tsx'
import { i18n } from '../../ui/translation.ts'
import { importWithRetry, whenIdle } from '../loading/import-with-retry.ts'

const load = importWithRetry(() => import('../../ui/overlays/confirm-dialog.tsx'))

/** Where a page's questions are asked. It loads the dialog once the page is idle: it could not without a connection. */
export function PageHost() {
  useEffect(() => whenIdle(() => void load.prefetch()), [])
  return <QuestionHost />
}

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
  confirm({ ...question, confirm: i18n.t('common.delete'), isDestructive: true })

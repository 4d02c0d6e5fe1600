import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Question } from './confirm-dialog.tsx'

/** A dialog that is opened by a function. @param close with its result */
type ShownDialog = (open: boolean, close: (result?: unknown) => void) => ReactNode

export interface Asked {
  id: symbol
  question: Question | ShownDialog
  // biome-ignore lint/suspicious/noExplicitAny: a question is answered by yes or no, a dialog by its own result.
  answer: (answer?: any) => void
}

export interface QuestionsProps {
  waiting: readonly Asked[]
  onAnswered: (asked: Asked, answer?: unknown) => void
}

/** The dialog, whose code is not loaded before a question is asked. */
let Questions: ComponentType<QuestionsProps> | undefined
const hosts: ((asked: Asked) => void)[] = []
/** Asked before the page has a host, which a guest's page gets when it is touched. */
const early: Asked[] = []

/** Shows a question over the topmost dialog, or else over the page. */
export function ask(View: typeof Questions, asked: Asked): void {
  Questions = View
  const show = hosts.at(-1)
  if (show) show(asked)
  else early.push(asked)
}

/** Where questions are asked: each page has one, and so has each dialog, so that Esc closes only the question. */
export function QuestionHost({ isActive = true }: { isActive?: boolean }) {
  const [waiting, setWaiting] = useState<readonly Asked[]>([])
  const unanswered = useRef(waiting)
  unanswered.current = waiting
  const answers = useRef<(() => void)[]>([])
  // Not before it is closed: what is asked next would be asked in it.
  const giveAnswers = () => {
    for (const answer of answers.current.splice(0)) answer()
  }
  useEffect(giveAnswers)
  // Whoever asked goes on, as if it had been declined.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once it goes.
  useEffect(
    () => () => {
      giveAnswers()
      for (const { answer } of unanswered.current) answer()
    },
    [],
  )
  useEffect(() => {
    if (!isActive) return
    const show = (asked: Asked) => setWaiting((before) => [...before, asked])
    hosts.push(show)
    early.splice(0).forEach(show)
    return () => void hosts.splice(hosts.indexOf(show), 1)
  }, [isActive])
  const onAnswered: QuestionsProps['onAnswered'] = (asked, answer) => {
    answers.current.push(() => asked.answer(answer))
    setWaiting((before) => before.filter((one) => one !== asked))
  }
  return Questions && <Questions waiting={waiting} onAnswered={onAnswered} />
}

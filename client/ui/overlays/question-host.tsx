import { type ComponentType, useEffect, useState } from 'react'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'
import { SubjectDialog } from './subject-dialog.tsx'

interface Asked extends Pick<ConfirmDialogProps, 'question'> {
  id: symbol
  /** The dialog, whose code the page does not load before a question is asked. */
  View: ComponentType<ConfirmDialogProps>
  answer: (isConfirmed: boolean) => void
}

const hosts: ((asked: Asked) => void)[] = []
/** Asked before the page has a host, which a guest's page gets when it is touched. */
const early: Asked[] = []

/** Shows a question over the topmost dialog, or else over the page. */
export function ask(asked: Omit<Asked, 'id'>): void {
  const show = hosts.at(-1) ?? ((first: Asked) => early.push(first))
  show({ ...asked, id: Symbol() })
}

/** Where questions are asked: each page has one, and so has each dialog, so that Esc closes only the question. */
export function QuestionHost({ isActive = true }: { isActive?: boolean }) {
  const [waiting, setWaiting] = useState<readonly Asked[]>([])
  useEffect(() => {
    if (!isActive) return
    const show = (asked: Asked) => setWaiting((before) => [...before, asked])
    hosts.push(show)
    early.splice(0).forEach(show)
    return () => void hosts.splice(hosts.indexOf(show), 1)
  }, [isActive])
  return (
    <SubjectDialog subject={waiting[0]}>
      {({ View, question, answer }, open) => (
        <View
          open={open}
          question={question}
          onAnswer={(isConfirmed) => {
            setWaiting(([, ...others]) => others)
            answer(isConfirmed)
          }}
        />
      )}
    </SubjectDialog>
  )
}

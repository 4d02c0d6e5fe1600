import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Part } from '../parts/boundary.tsx'
import { Button } from '../parts/button.tsx'
import { t } from '../translation.ts'
import { useBackCloses } from './back.ts'
import type { QuestionsProps } from './question-host.tsx'
import { SubjectDialog } from './subject-dialog.tsx'

export interface Question {
  title: string
  /** Should name what will be lost. */
  description?: ReactNode
  confirm: string
  cancel?: string
  /** Whether something is lost or somebody's health is at stake: the safe answer is the solid button, and the first. */
  isDestructive?: boolean
  /** What may be done instead, above both answers; where something is lost, as the solid button. */
  instead?: { label: string; onPress: (close: () => void) => void } | undefined
  /** What to read or fill in before answering; `act` confirms. */
  body?: ReactNode | ((act: () => void) => ReactNode)
  /** Does what was asked for. The question stays until it is done, and after a failure, which `action` reports. */
  action?: () => Promise<unknown>
  /** The element that gets the focus once it is confirmed, because the button that asked is removed by it. */
  focusAfter?: RefObject<HTMLElement | null> | undefined
}

interface ConfirmDialogProps {
  open: boolean
  question: Question
  /** The question is answered, and to be closed. */
  onAnswer: (isConfirmed: boolean) => void
}

/** Ask by `confirm` (client/lib/dialogs); only a question that changes while it is open renders this. */
export function ConfirmDialog({ open, question, onAnswer }: ConfirmDialogProps) {
  const { title, description, confirm, cancel, isDestructive, instead, body, action, focusAfter } = question
  const [isPending, setPending] = useState(false)
  const isConfirmed = useRef(false)
  const close = () => {
    if (!isPending) onAnswer(false)
  }
  useBackCloses(open, close)
  async function act() {
    if (isPending || !open) return
    if (action) {
      setPending(true)
      try {
        await action()
      } catch {
        return
      } finally {
        setPending(false)
      }
    }
    isConfirmed.current = true
    onAnswer(true)
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={close}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          // Rendered over another dialog too, so that the two are not mistaken for one.
          forceRender
          className="shade fading fixed inset-0 z-50"
        />
        <AlertDialog.Viewport className="fixed inset-0 z-60 grid grid-cols-1 place-items-center p-5">
          <AlertDialog.Popup
            data-sheet
            finalFocus={() => (isConfirmed.current && focusAfter?.current) || true}
            className="sheet-face rising max-w-sm rounded-drawer border p-6"
          >
            <AlertDialog.Title className="display text-xl leading-tight">{title}</AlertDialog.Title>
            {description && (
              <AlertDialog.Description className="mt-2 text-body text-muted">{description}</AlertDialog.Description>
            )}
            {body && (
              <div className="mt-4 empty:hidden">
                <Part>{typeof body === 'function' ? body(() => void act()) : body}</Part>
              </div>
            )}
            <div
              data-kept-free=""
              className={cx(
                'mt-6 flex gap-2.5',
                isDestructive ? 'flex-col' : 'flex-col-reverse sm:flex-row sm:justify-end',
              )}
            >
              {instead && (
                <Button
                  variant={isDestructive ? 'primary' : 'outline'}
                  disabled={isPending}
                  onClick={() => instead.onPress(close)}
                >
                  {instead.label}
                </Button>
              )}
              <AlertDialog.Close
                disabled={isPending}
                render={
                  <Button variant={isDestructive && !instead ? 'ink' : 'outline'}>
                    {cancel ?? t('common.cancel')}
                  </Button>
                }
              />
              <Button variant={isDestructive ? 'danger' : 'primary'} pending={isPending} onClick={() => void act()}>
                {confirm}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** The questions and dialogs of a host, one after another. */
export function Questions({ waiting, onAnswered }: QuestionsProps) {
  return (
    <SubjectDialog subject={waiting[0]}>
      {(asked, open) => {
        const { question } = asked
        const close = (result?: unknown) => onAnswered(asked, result)
        if (typeof question === 'function') return question(open, close)
        return <ConfirmDialog open={open} question={question} onAnswer={close} />
      }}
    </SubjectDialog>
  )
}

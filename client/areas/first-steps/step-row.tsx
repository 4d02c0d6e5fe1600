import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { FIRST_STEPS, type StepName } from './steps.ts'

interface StepRowProps {
  step: StepName
  isDone: boolean
  /** Whether the row shows its ways, in `children`. */
  isOpen: boolean
  /** The line below the title; by default what the step is for. */
  line?: ReactNode
  /** What to press beside the title of a closed row. */
  action?: ReactNode
  children?: ReactNode
}

/** One step: its number or a tick, title and line, and its button; an open one has its ways below. */
export function StepRow({ step, isDone, isOpen, line, action, children }: StepRowProps) {
  const { t } = useTranslation()
  const title = t(`firstSteps.${step}.title`)
  return (
    <li aria-label={title} className="flex gap-4 px-4 py-2.5 sm:px-5">
      <span
        className={cx(
          'figures grid size-9 shrink-0 place-items-center rounded-full text-base font-semibold',
          isDone ? 'bg-ready-soft text-ready' : isOpen ? 'bg-accent text-on-accent' : 'bg-sunk text-muted',
        )}
      >
        {isDone ? (
          <>
            <Check aria-hidden="true" className="size-5" />
            <span className="sr-only">{t('firstSteps.isDone')}</span>
          </>
        ) : (
          FIRST_STEPS.indexOf(step) + 1
        )}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-64">
            <h3 className={isOpen ? 'display text-[22px] leading-tight' : 'text-[17px] leading-6 font-semibold'}>
              {title}
            </h3>
            <p className="mt-0.5 break-words text-[15px] text-muted">{line ?? t(`firstSteps.${step}.about`)}</p>
          </div>
          {action && <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{action}</div>}
        </div>
        {isOpen && children && <div className="mt-3">{children}</div>}
      </div>
    </li>
  )
}

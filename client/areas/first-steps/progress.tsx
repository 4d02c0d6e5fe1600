import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { FIRST_STEPS } from './steps.ts'

/** How many steps are done: as bars, and in words. */
export function Progress({ done }: { done: number }) {
  const { t } = useTranslation()
  return (
    <p className="flex items-center gap-3 text-[15px] font-semibold text-muted">
      <span aria-hidden="true" className="flex gap-1">
        {FIRST_STEPS.map((step, i) => (
          <span key={step} className={cx('h-2 w-7.5 rounded-full', i < done ? 'bg-ready' : 'bg-line')} />
        ))}
      </span>
      {t('firstSteps.progress', { done, all: FIRST_STEPS.length })}
    </p>
  )
}

import { useTranslation } from 'react-i18next'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, type ButtonStyle } from '../../ui/parts/button.tsx'
import type { FirstStepsSlots } from './slots.ts'

interface TestActionsProps extends Pick<FirstStepsSlots, 'test' | 'resuming'> {
  isDone: boolean
  variant: ButtonStyle['variant']
}

/** Sends a test order, cancels it, and says what keeps it from being sent. */
export function TestActions({ test, resuming, isDone, variant }: TestActionsProps) {
  const { t } = useTranslation()
  const { ordersPaused } = useSettings()
  if (test.openId !== null) {
    return (
      <>
        <p role="status" className="text-[15px]">
          {t('firstSteps.test.onBoard', { id: test.openId })}
        </p>
        <Button variant="outline" onClick={test.cancel}>
          {t('firstSteps.test.cancel')}
        </Button>
      </>
    )
  }
  if (ordersPaused && !isDone) {
    return (
      <>
        <p className="max-w-xs text-sm text-pending">{t('firstSteps.test.paused')}</p>
        <Button variant={variant} pending={resuming.isPending} onClick={resuming.resume}>
          {t('dashboard.resumeOrders')}
        </Button>
      </>
    )
  }
  return (
    <>
      {test.lacksParts && (
        <p role="status" className="max-w-xs text-sm text-pending">
          {t('firstSteps.test.needs')}
        </p>
      )}
      <Button
        variant={isDone ? 'quiet' : variant}
        pending={test.isPending}
        onClick={test.send}
        className={isDone ? undefined : 'max-sm:w-full'}
      >
        {t('firstSteps.test.open')}
      </Button>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadFailedProps {
  /** What went wrong, in the person's language. */
  description: string
  onRetry: () => void
}

/** Something could not be loaded: why, and the way to try again. */
export function LoadFailed({ description, onRetry }: LoadFailedProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      role="alert"
      title={t('common.loadFailed')}
      description={description}
      action={<Button onClick={onRetry}>{t('common.tryAgain')}</Button>}
    />
  )
}

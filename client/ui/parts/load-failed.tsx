import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadFailureProps {
  /** The cause, in the user's language. */
  description: string
  onRetry: () => void
}

/** Shown in place of content that failed to load: the cause, and a retry button. */
export function LoadFailure({ description, onRetry }: LoadFailureProps) {
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

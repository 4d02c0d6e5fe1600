import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/parts/button.tsx'
import { EmptyState } from '../ui/parts/empty-state.tsx'

/** Catches errors of rendering and of loading code, and offers to reload the page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <PageFailure /> : this.props.children
  }
}

function PageFailure() {
  const { t } = useTranslation()
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        role="alert"
        title={t('common.pageFailed')}
        description={t('common.pageFailedDescription')}
        action={<Button onClick={() => location.reload()}>{t('common.reload')}</Button>}
      />
    </main>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect } from 'wouter'
import { errorMessage } from '../../lib/error-message.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SpinnerPage } from '../../ui/spinner.tsx'
import { useUser } from './current-user.ts'

/** Shows a page to owners alone; everybody else is led to sign-in (docs/product.md#accounts-guard). */
export function RequireOwner({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { data: user, error, isError, isFetching, refetch } = useUser()
  if (user?.isOwner) return children
  if (isError && !isFetching) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState
          role="alert"
          title={t('common.loadFailed')}
          description={errorMessage(error)}
          action={<Button onClick={() => void refetch()}>{t('common.tryAgain')}</Button>}
        />
      </main>
    )
  }
  if (user === undefined) return <SpinnerPage label={t('common.loading')} />
  return <Redirect replace to={paths.auth} />
}

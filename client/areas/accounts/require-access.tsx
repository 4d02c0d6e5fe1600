import { type ReactNode, useState } from 'react'
import { Redirect } from 'wouter'
import { type Access, mayUse } from '#shared/domain/access.ts'
import { queryClient } from '../../lib/api/query.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { keepDraftsOf } from '../../lib/browser/draft.ts'
import { entry, paths } from '../../lib/browser/paths.ts'
import { LoadFailure, SpinnerPage, t } from '../../ui/index.ts'
import { userQuery, useUser } from './current-user.ts'

/** How long the first render of a page waits for its data. */
const MAX_WAIT_MS = 1_000

/**
 * Loads the user, whom staff.html requested, and then what the page shows to users with an access. Its first render then
 * has all that, and no spinner.
 */
export async function loadFirst(access: Access, load: () => Promise<unknown>): Promise<void> {
  const loading = queryClient.fetchQuery(userQuery).then((user) => user && mayUse(access, user) && load())
  const timeout = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  // A failure is shown when the page is rendered.
  await Promise.race([loading.catch(() => {}), timeout])
}

/** A page for users with an access; all others are sent to sign-in (docs/product/accounts.md#accounts-guard). */
export function RequireAccess({ access, children }: { access: Access; children: ReactNode }) {
  const { data: user, error, isError, isFetching, refetch } = useUser()
  if (user && mayUse(access, user))
    return (
      <OwnDrafts key={user.id} userId={user.id}>
        {children}
      </OwnDrafts>
    )
  if (isError && !isFetching) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />
      </main>
    )
  }
  if (user === undefined) return <SpinnerPage label={t('common.loading')} />
  return <Redirect replace to={paths.auth} state={entry.of({ refused: user ? access : undefined })} />
}

/** Drops the drafts of another user before any form reads its own. */
function OwnDrafts({ userId, children }: { userId: number; children: ReactNode }) {
  useState(() => keepDraftsOf(userId))
  return children
}

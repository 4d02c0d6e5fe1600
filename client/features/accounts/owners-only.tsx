import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { paths } from '../../lib/browser/paths.ts'
import { Button, buttonClass } from '../../ui/parts/button.tsx'
import { useLogout } from './account-calls.ts'
import { useNeedsOwner } from './first-owner.ts'

/** Tells staff who opened the dashboard why they cannot, and what to do (docs/product/accounts.md#accounts-guard). */
export function OwnersOnly({ username }: { username: string }) {
  const { t } = useTranslation()
  const { mutate: logOut, isPending } = useLogout()
  const needsOwner = useNeedsOwner()
  return (
    <section aria-labelledby="owners-only">
      <ShieldAlert aria-hidden="true" className="size-8 text-accent" />
      <h2 id="owners-only" className="display mt-3 text-2xl">
        {t('auth.ownersOnly.title')}
      </h2>
      <p className="mt-2 break-words text-pretty text-muted">
        {t(needsOwner ? 'auth.ownersOnly.noOwner' : 'auth.ownersOnly.staff', { username })}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button pending={isPending} onClick={() => logOut()}>
          {t('dashboard.logout')}
        </Button>
        <Link href={paths.menu} className={buttonClass({ variant: 'outline' })}>
          {t('auth.viewMenu')}
        </Link>
      </div>
    </section>
  )
}

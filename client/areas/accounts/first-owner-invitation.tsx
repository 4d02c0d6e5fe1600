import { paths } from '../../lib/browser/paths.ts'
import { buttonClass, t } from '../../ui/index.ts'

/** Shown first on the landing page while there is no owner (docs/product/accounts.md#accounts-first-owner). */
export function FirstOwnerInvitation() {
  return (
    <>
      <h1 className="display text-balance text-display leading-[1.08] md:text-poster">{t('auth.firstOwner.title')}</h1>
      <p className="mx-auto mt-4 max-w-md text-pretty text-name text-muted md:mx-0 md:text-lg">
        {t('auth.firstOwner.none')}
      </p>
      <p className="mt-8 flex justify-center md:justify-start">
        <a href={paths.auth} className={buttonClass({ size: 'large' })}>
          {t('auth.firstOwner.title')}
        </a>
      </p>
    </>
  )
}

import { Info } from 'lucide-react'
import { useState } from 'react'
import { GuideLink, guidePaths } from '../../lib/browser/guide-link.tsx'
import { storedWord } from '../../lib/browser/storage.ts'
import { useTranslation } from '../../ui/index.ts'
import { hasLostSession } from './current-user.ts'

const noticeMark = storedWord('plain-http', ['told'] as const)

/** Whether others in the network can read the traffic: plain http between two machines. */
export function isTrafficReadable({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  const isSameMachine = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol !== 'https:' && !isSameMachine
}

export function dismissPlainHttpNotice(): void {
  if (isTrafficReadable(window.location)) noticeMark.write('told')
}

/** Says that http is plain, until the first sign-in on this browser (docs/product/accounts.md#accounts-plain-http). */
export function PlainHttpNotice() {
  const { t } = useTranslation()
  const [isShown] = useState(() => isTrafficReadable(window.location) && noticeMark.read() === undefined)
  if (!isShown) return null
  return (
    <p className="mt-5 flex gap-2.5 rounded-field bg-sunk px-3.5 py-3 text-sm text-pretty text-muted">
      <Info className="mt-px size-4.5 shrink-0" />
      <span className="min-w-0">
        {t('auth.plainHttp')} <GuideLink href={guidePaths.https}>{t('auth.plainHttpMore')}</GuideLink>
      </span>
    </p>
  )
}

/** What to do about a lost password (docs/product/accounts.md#accounts-lost-password). */
export function LostPasswordLine() {
  const { t } = useTranslation()
  return (
    <details className="mt-3 text-sm">
      <summary className="touch cursor-pointer text-center font-semibold underline decoration-edge underline-offset-3">
        {t('auth.lostPassword')}
      </summary>
      <div className="mt-2 space-y-1.5 text-pretty text-muted">
        <h3 className="font-semibold text-ink">{t('auth.lost.staff')}</h3>
        <p>{t('auth.lost.staffDoes')}</p>
        <h3 className="pt-2 font-semibold text-ink">{t('auth.lost.owner')}</h3>
        <p>{t('auth.lost.ownerDoes')}</p>
        <ol className="list-decimal space-y-1.5 pl-5">
          <li>{t('auth.lost.terminal')}</li>
          <li>
            {t('auth.lost.enter')}
            <code className="mt-1 block break-all rounded-small bg-sunk px-2 py-1 text-ink">
              npm run owner:password -- {t('auth.lost.name')}
            </code>
          </li>
          <li>{t('auth.lost.prints')}</li>
        </ol>
        <p>
          {t('auth.lost.stays')} <GuideLink href={guidePaths.lostPassword}>{t('auth.lost.more')}</GuideLink>
        </p>
      </div>
    </details>
  )
}

/** Says that the session of this browser was ended: by its age, or by an owner. */
export function EndedNotice() {
  const { t } = useTranslation()
  if (!hasLostSession()) return null
  return (
    <p role="status" className="mb-4 rounded-field bg-pending-soft px-3.5 py-3 text-body">
      {t('auth.ended')}
    </p>
  )
}

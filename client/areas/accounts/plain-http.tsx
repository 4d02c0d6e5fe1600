import { Info } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GuideLink, guidePaths } from '../../lib/browser/guide-link.tsx'
import { storedWord } from '../../lib/browser/storage.ts'

const noticeMark = storedWord('plain-http', ['told'] as const)

/** Whether others in the network can read the traffic: plain http between two machines. */
export function isTrafficReadable({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  const isSameMachine = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol !== 'https:' && !isSameMachine
}

/** Stores that somebody has signed in on this browser, and so has seen the notice. */
export function dismissPlainHttpNotice(): void {
  if (isTrafficReadable(window.location)) noticeMark.write('told')
}

/**
 * The notice about plain http, shown until the first sign-in on this browser
 * (docs/product/accounts.md#accounts-plain-http).
 */
export function PlainHttpNotice() {
  const { t } = useTranslation()
  const [isShown] = useState(() => isTrafficReadable(window.location) && noticeMark.read() === undefined)
  if (!isShown) return null
  return (
    <p className="mt-5 flex gap-2.5 rounded-[12px] bg-sunk px-3.5 py-3 text-sm text-pretty text-muted">
      <Info aria-hidden="true" className="mt-px size-4.5 shrink-0" />
      <span className="min-w-0">
        {t('auth.plainHttp')} <GuideLink href={guidePaths.https}>{t('auth.plainHttpMore')}</GuideLink>
      </span>
    </p>
  )
}

/** The link to the guide for a lost password. */
export function LostPasswordLine() {
  const { t } = useTranslation()
  return (
    <p className="mt-3 text-center text-sm">
      <GuideLink href={guidePaths.lostPassword}>{t('auth.lostPassword')}</GuideLink>
    </p>
  )
}

import { useEffect } from 'react'
import { SpinnerPage, useTranslation } from '../../ui/index.ts'
import { useLinkSignIn } from './account-requests.tsx'

const PREFIX = '#link='

/** The word of the link by which this page was opened; it leaves the address, so that nobody finds it in the history. */
export function takeLinkWord(): string | undefined {
  const { hash, pathname } = window.location
  if (!hash.startsWith(PREFIX)) return undefined
  window.history.replaceState(window.history.state, '', pathname)
  return hash.slice(PREFIX.length)
}

/** Signs in by a link; if that fails, a toast says why. */
export function LinkSignIn({ word, onDone }: { word: string; onDone: () => void }) {
  const { t } = useTranslation()
  const { mutate } = useLinkSignIn(onDone)
  useEffect(() => mutate(word), [mutate, word])
  return <SpinnerPage label={t('common.loading')} />
}

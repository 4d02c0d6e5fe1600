import { PauseCircle } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { usePauseText } from '../../entities/settings/index.ts'
import { useCachedAnswers } from '../../lib/api/cached-answers.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'

const CachedNotice = lazy(importWithRetry(() => withWords('deferred', import('./offline/cached-notice.tsx'))))

/** Notices above the menu: the menu is from the cache, or orders are paused. */
export function MenuNotices() {
  const cachedAnswers = useCachedAnswers()
  return (
    <>
      {Object.keys(cachedAnswers).length > 0 && (
        <Suspense fallback={null}>
          <CachedNotice />
        </Suspense>
      )}
      <PauseNotice />
    </>
  )
}

function PauseNotice() {
  const { t } = useTranslation()
  const text = usePauseText()
  if (!text) return null
  return (
    <div role="status" className="mt-4 flex gap-3 rounded-card bg-pending-soft px-4 py-3 text-[15px]">
      <PauseCircle aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pending" />
      <p>
        <strong className="font-semibold">{text}</strong> {t('menu.pausedDescription')}
      </p>
    </div>
  )
}

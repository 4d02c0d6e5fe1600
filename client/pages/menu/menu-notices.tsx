import { lazy, Suspense } from 'react'
import { useSettings } from '../../entities/settings/index.ts'
import { useCachedAnswers } from '../../lib/api/cached-answers.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'

const CachedNotice = lazy(importWithRetry(() => withWords('deferred', import('./offline/cached-notice.tsx'))))
const PauseNotice = lazy(importWithRetry(() => import('./pause-notice.tsx')))

/** Notices above the menu: the menu is from the cache, or orders are paused (`isLater`: once the page is idle). */
export function MenuNotices({ isLater }: { isLater: boolean }) {
  const cachedAnswers = useCachedAnswers()
  const { ordersPaused } = useSettings()
  return (
    <>
      {Object.keys(cachedAnswers).length > 0 && (
        <Suspense fallback={null}>
          <CachedNotice />
        </Suspense>
      )}
      {isLater && ordersPaused && (
        <Suspense fallback={null}>
          <PauseNotice />
        </Suspense>
      )}
    </>
  )
}

import { lazy, Suspense } from 'react'
import { useCachedAnswers } from '../../lib/api/cached-answers.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { PauseNotice } from './pause-notice.tsx'

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
      {/* Part of the first view, so that nothing moves when it comes. */}
      <PauseNotice />
    </>
  )
}

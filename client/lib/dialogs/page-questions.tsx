import { Suspense } from 'react'
import { useIdleOrTouched } from '../loading/import-with-retry.ts'
import { lazyPart } from '../loading/lazy-part.tsx'

const PageHost = lazyPart(async () => ({ default: (await import('./confirm.tsx')).PageHost }))

/** Where a page's questions are asked. It is no part of the first view: each question follows a touch. */
export function PageQuestions() {
  const isReady = useIdleOrTouched()
  return <Suspense fallback={null}>{isReady && <PageHost />}</Suspense>
}

import { useEffect } from 'react'
import { paths } from '../lib/browser/paths.ts'
import { prefetchQuestions } from '../lib/dialogs/confirm.tsx'
import { whenIdle } from '../lib/loading/import-with-retry.ts'
import { QuestionHost } from '../ui/index.ts'
import { ignoreSecondTaps } from '../ui/second-taps.ts'
import Toaster from '../ui/toast/toaster.tsx'

const STAFF: readonly string[] = [paths.dashboard, paths.floor, paths.kitchen]

/** The places of a page's toasts and questions. A question's dialog could not be loaded without a connection. */
export default function PageHosts() {
  useEffect(() => whenIdle(() => void prefetchQuestions()), [])
  useEffect(() => ignoreSecondTaps(() => STAFF.includes(location.pathname)), [])
  return (
    <>
      <Toaster />
      <QuestionHost />
    </>
  )
}

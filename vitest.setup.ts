import { afterAll, vi } from 'vitest'
import { endFile } from './server/testing/file-end.ts'

/*
 * Before each test file: `vi.waitFor` gives up after 1 s by default, which a busy machine reaches. Files of one worker
 * may share their modules: a wait that a failed file left behind would move on the next file's fake timers.
 */

const MIN_TIMEOUT_MS = 60_000
const marked = vi as typeof vi & { fileCount?: number }

if (marked.fileCount === undefined) {
  const { waitFor } = vi
  vi.waitFor = (callback, options = {}) => {
    const { timeout = 0, ...rest } = typeof options === 'number' ? { timeout: options } : options
    const file = marked.fileCount
    const unlessOver = () =>
      marked.fileCount === file ? callback() : (undefined as Awaited<ReturnType<typeof callback>>)
    return waitFor(unlessOver, { ...rest, timeout: Math.max(timeout, MIN_TIMEOUT_MS) })
  }
}
marked.fileCount = (marked.fileCount ?? 0) + 1

afterAll(() => {
  // The next file of this worker finds the page, the clock and the modules as they were.
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  return endFile()
})

import { vi } from 'vitest'

/* Before each test file: `vi.waitFor` gives up after 1 s by default, which a busy machine reaches. */

const MIN_TIMEOUT_MS = 60_000
const marked = vi as typeof vi & { isPatient?: boolean }

// Files of one worker may share their modules.
if (!marked.isPatient) {
  marked.isPatient = true
  const { waitFor } = vi
  vi.waitFor = (callback, options = {}) => {
    const { timeout = 0, ...rest } = typeof options === 'number' ? { timeout: options } : options
    return waitFor(callback, { ...rest, timeout: Math.max(timeout, MIN_TIMEOUT_MS) })
  }
}

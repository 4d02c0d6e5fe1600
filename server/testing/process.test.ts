import { expect, it, onTestFinished, vi } from 'vitest'
import { launchProcess } from './process.ts'

const HOUR_MS = 3_600_000

/** Starts a server that can neither open nor exit, and lets the limits of an hour pass. */
function suspendedServer() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { process, serving, end } = launchProcess({ PORT: '0', DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  onTestFinished(() => void process.kill('SIGKILL'))
  process.kill('SIGSTOP')
  return { serving, end }
}

it('waiting for a server that does not open gives up, and says for what', async () => {
  const { serving } = suspendedServer()
  const opening = expect(serving).rejects.toThrow(/in vain for the server to open; it printed:/)
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  await opening
})

it('waiting for a server that does not exit gives up, says for what, and kills it', async () => {
  const { serving, end } = suspendedServer()
  serving.catch(() => {})
  // A process that is just being suspended ignores this signal too.
  const ending = expect(end('SIGWINCH')).rejects.toThrow(/in vain for the server to exit after SIGWINCH; it printed:/)
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  await ending
  expect(await end('SIGKILL')).toBe('SIGKILL')
})

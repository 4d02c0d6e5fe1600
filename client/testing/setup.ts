import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { getPrinters } from '#shared/contracts/printers.ts'
import { queryClient } from '../lib/api/query.ts'
import { setServerTime } from '../lib/clock/server-clock.ts'
import { closeDialogs } from '../lib/dialogs/open-dialog.ts'
import * as live from '../lib/live/live.ts'
import { loadWordsInAllLanguages, startI18n } from '../lib/words/load-words.ts'
import '../lib/words/staff-words.ts'
import { currentToasts, dismissToast } from '../ui/toast/store.ts'
import { i18n, t } from '../ui/translation.ts'
import { fakeApi } from './fake-api.ts'
import { FakeUploadRequest } from './fake-upload-request.ts'

/* Setup of each component test: clean storage, a fake server without responses, and a console that must stay empty. */

// Test files share modules.
if (t('common.close') === 'common.close') {
  startI18n()
  const parts = ['firstView', 'overlays', 'deferred', 'service', 'dashboard', 'fiscal'] as const
  for (const part of parts) await loadWordsInAllLanguages(part)
  skipOwnerStacks()
}
// The last file may have chosen another.
i18n.changeLanguage('en')
// There are no style sheets here, so that only what an element itself says is in force; happy-dom looks for more.
window.getComputedStyle = (element) => (element as HTMLElement).style
// Ends a test that hangs; it claims nothing about speed.
configure({ asyncUtilTimeout: 30_000 })

let consoleSpies: MockInstance[] = []

beforeEach(() => {
  history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
  resetServerClock()
  consoleSpies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
  fakeApi.reset()
  // No printers on the network.
  fakeApi.answers(getPrinters, [])
  vi.stubGlobal('fetch', fakeApi.fetch)
  // The library asks once for all its frames, and would wait for one that went with the page of another file's tests:
  // with another function it asks again.
  const nextFrame = requestAnimationFrame
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => nextFrame(run))
  vi.stubGlobal('XMLHttpRequest', FakeUploadRequest)
  // No live channel: it stays open for a second after a test, and by then the page of the last file may be gone.
  vi.spyOn(live, 'followLive').mockReturnValue(() => {})
})

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  const { unknown } = fakeApi
  fakeApi.endHeld()
  // What these requests report belongs to this test.
  await new Promise((resolve) => setTimeout(resolve))
  queryClient.clear()
  for (const { id } of currentToasts()) dismissToast(id)
  closeDialogs()
  const messages = consoleSpies
    .flatMap(({ mock }) => mock.calls.map((parts) => parts.join(' ')))
    .filter((message) => !isAboutSearchElement(message))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(messages, 'errors and warnings on the console').toEqual([])
  expect(unknown, 'calls that the test did not declare').toEqual([])
})

/** React records where each element was created, for its warnings alone: a fifth of the time of all these tests. */
function skipOwnerStacks(): void {
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
    __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object
  }
  // React records no more once there are ten thousand, and counts anew each second.
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })
}

/** Sets the server's time to the device's, whatever an earlier test received. */
function resetServerClock(): void {
  const nowSpy = vi.spyOn(Date, 'now').mockReturnValue(0)
  setServerTime(new Date(0).toISOString())
  nowSpy.mockRestore()
}

// happy-dom does not support the search element yet.
const isAboutSearchElement = (message: string) =>
  message.startsWith('The tag <%s> is unrecognized') && message.endsWith(' search')

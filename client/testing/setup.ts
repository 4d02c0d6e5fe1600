import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { queryClient } from '../lib/api/query.ts'
import { startI18n } from '../lib/words/i18n.ts'
import { currentToasts, dismissToast } from '../ui/toast/store.ts'
import { fakeApi } from './fake-api.ts'
import { FakeUploadRequest } from './fake-upload-request.ts'

/* Setup of each component test: clean storage, a fake server without responses, and a console that must stay empty. */

startI18n()
// A loaded machine may be slow.
configure({ asyncUtilTimeout: 10_000 })

let consoleSpies: MockInstance[] = []

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  consoleSpies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
  fakeApi.reset()
  vi.stubGlobal('fetch', fakeApi.fetch)
  vi.stubGlobal('XMLHttpRequest', FakeUploadRequest)
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  for (const { id } of currentToasts()) dismissToast(id)
  vi.useRealTimers()
  const messages = consoleSpies
    .flatMap(({ mock }) => mock.calls.map((parts) => parts.join(' ')))
    .filter((message) => !isAboutSearchElement(message))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(messages, 'errors and warnings on the console').toEqual([])
  expect(fakeApi.unknown, 'calls that the test does not know of').toEqual([])
})

// happy-dom does not support the search element yet.
const isAboutSearchElement = (message: string) =>
  message.startsWith('The tag <%s> is unrecognized') && message.endsWith(' search')

import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { queryClient } from '../lib/api/query.ts'
import { startI18n } from '../lib/words/i18n.ts'
import { currentToasts, dismissToast } from '../ui/toast/store.ts'
import { fakeApi } from './fake-api.ts'
import { FakeUploadRequest } from './fake-upload-request.ts'

/* Around each component test: a clean page, a server that knows only what the test says, and a silent console. */

startI18n()
// A loaded machine may take its time.
configure({ asyncUtilTimeout: 10_000 })

let complaints: MockInstance[] = []

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
  fakeApi.reset()
  vi.stubGlobal('fetch', fakeApi.fetch)
  vi.stubGlobal('XMLHttpRequest', FakeUploadRequest)
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  for (const { id } of currentToasts()) dismissToast(id)
  vi.useRealTimers()
  const said = complaints
    .flatMap(({ mock }) => mock.calls.map((parts) => parts.join(' ')))
    .filter((complaint) => !isOfSearch(complaint))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(said, 'errors and warnings on the console').toEqual([])
  expect(fakeApi.unknown, 'calls that the test does not know of').toEqual([])
})

// Browsers know the element, happy-dom does not yet.
const isOfSearch = (complaint: string) =>
  complaint.startsWith('The tag <%s> is unrecognized') && complaint.endsWith(' search')

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BUILD_HEADER } from '#shared/domain/cached-responses.ts'
import { renderedPage } from './caching.ts'

const request = new Request('http://masa/menu?table=1')
const pageOf = (build?: string) =>
  new Response('rendered', { headers: build === undefined ? {} : { [BUILD_HEADER]: build } })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a page that the server has rendered is served if it belongs to the worker’s build', async () => {
  vi.stubGlobal('fetch', async () => pageOf('b1'))
  expect(await (await renderedPage(request, 'b1', 2_000))?.text()).toBe('rendered')
})

it.each([
  ['is of another build', async () => pageOf('b2')],
  ['is not rendered', async () => pageOf()],
  ['cannot be requested', async () => Promise.reject(new TypeError('Failed to fetch'))],
])('the stored page is served if the server’s %s', async (_, respond) => {
  vi.stubGlobal('fetch', respond)
  expect(await renderedPage(request, 'b1', 2_000)).toBeUndefined()
})

it('the stored page is served after the time that a page may take', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const page = renderedPage(request, 'b1', 2_000)
  const done = vi.fn()
  void page.then(done)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toHaveBeenCalledWith(undefined)
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BUILD_HEADER } from '#shared/domain/cached-responses.ts'
import { keepPage, keptPage, renderedPage } from './caching.ts'

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

describe('a kept page', () => {
  const ADDRESS = 'https://masa.example/menu?table=1'
  const NOW = 1_795_282_920_000
  const MINUTE = 60_000

  const kept = new Map<string, Response>()
  const keep = (address: string, data = '', headers = {}) =>
    keepPage(
      address,
      new Response(
        `<!doctype html>\n<html lang="ro"><script type="module" crossorigin src="/static/index-a.js"></script><style></style>${data}`,
        { headers: { [BUILD_HEADER]: 'b1', link: '</static/index-a.js>; rel=modulepreload', ...headers } },
      ),
      NOW,
    )

  beforeEach(async () => {
    kept.clear()
    const remove = async (address: string) => kept.delete(address)
    vi.stubGlobal('caches', {
      open: async () => ({
        put: async (address: string, page: Response) => remove(address).then(() => void kept.set(address, page)),
        keys: async () => [...kept.keys()].map((url) => ({ url })),
        delete: async ({ url }: { url: string }) => remove(url),
      }),
      match: async (address: string) => kept.get(address)?.clone(),
    })
    await keep(ADDRESS)
  })

  it('takes the place of the oldest of four; other responses stay', async () => {
    const ofTable = (table: number) => `https://masa.example/menu?table=${table}`
    kept.set('https://masa.example/api/menu', new Response('[]'))
    for (const table of [2, 3, 4, 1, 5]) await keep(ofTable(table))
    expect([...kept.keys()]).toEqual(['https://masa.example/api/menu', ...[3, 4, 1, 5].map(ofTable)])
  })

  it('is served to its address for ten minutes, with its code in a mark', async () => {
    const page = await keptPage(ADDRESS, 'b1', NOW + 9 * MINUTE)
    expect(await page?.text()).toBe('<!doctype html>\n<html data-kept="/static/index-a.js" lang="ro"><style></style>')
    expect([page?.headers.get(BUILD_HEADER), page?.headers.get('link')]).toEqual(['b1', null])
  })

  it('is served until the first of its prices ends, also by a clock that is wrong', async () => {
    const data = '[{"offer":{"until":"2026-11-24T16:00:00.000Z"}},{"offer":{"until":"2026-11-24T18:00:00.000Z"}}]'
    await keep(ADDRESS, data, { date: 'Tue, 24 Nov 2026 15:57:00 GMT' })
    expect(await keptPage(ADDRESS, 'b1', NOW + 3 * MINUTE - 1)).toBeDefined()
    expect(await keptPage(ADDRESS, 'b1', NOW + 3 * MINUTE)).toBeUndefined()
  })

  it.each([
    ['after ten minutes', ADDRESS, 'b1', NOW + 10 * MINUTE],
    ['if the clock was set back', ADDRESS, 'b1', NOW - 1],
    ['to a worker of another build', ADDRESS, 'b2', NOW],
    ['to another address', 'https://masa.example/menu', 'b1', NOW],
  ])('is not served %s', async (_, address, build, now) => {
    expect(await keptPage(address, build, now)).toBeUndefined()
  })
})

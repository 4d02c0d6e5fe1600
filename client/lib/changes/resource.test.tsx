import { QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { getMenu, type MenuItem } from '#shared/contracts/menu/menu.ts'
import * as editing from '#shared/contracts/menu/menu-editing.ts'
import { renewPrinterToken } from '#shared/contracts/printers.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { sampleDish } from '../../testing/samples.ts'
import { currentToasts } from '../../ui/toast/store.ts'
import { t } from '../../ui/translation.ts'
import { callApi } from '../api/api.ts'
import { queryClient } from '../api/query.ts'
import * as loading from '../loading/import-with-retry.ts'
import { followLists, inAnsweredOrder, resource, toggling, type Where } from './resource.ts'

const SOUP = sampleDish({ id: 7, position: 1, version: 3 })
const CAKE = sampleDish({ id: 8, position: 2, name: 'Cake' })
const KEY = ['dishes']
const OTHER_KEY = ['categories']

const dishes = resource<MenuItem>({ queryKey: KEY, also: [OTHER_KEY] })
const useToggle = dishes.change(editing.toggleDish, { ...toggling, failed: 'menuEditor.toggleFailed' })
const useMove = dishes.change(editing.moveDish, {
  body: ({ position }, where: Where) => ({ ...where, order: position }),
  put: (all, positions) => all.map((dish) => ({ ...dish, ...positions.find(({ id }) => id === dish.id) })),
})
const useDelete = dishes.remove(editing.deleteDish, {
  done: ({ name }) => `${name} is gone`,
  failed: 'menuEditor.toggleFailed',
})
const useSave = dishes.save(editing.changeDish)
const useAdd = dishes.add(editing.createDish)
const usePortions = dishes.change(editing.setPortions, { isOnce: true, body: (_, left: number) => ({ left }) })

const live = fakeLive()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const shown = () => queryClient.getQueryData<MenuItem[]>(KEY)
const titles = () => currentToasts().map(({ title }) => title)
const settled = () => vi.waitFor(() => expect(queryClient.isMutating() + queryClient.isFetching()).toBe(0))

/** Shows both lists, and renders a hook that changes one. */
async function open<Hook>(useHook: () => Hook) {
  fakeApi.answers(getMenu, [SOUP, CAKE])
  const fetchOthers = vi.fn(() => Promise.resolve([]))
  const observers = [
    new QueryObserver(queryClient, { queryKey: KEY, queryFn: ({ signal }) => callApi(getMenu, { signal }) }),
    new QueryObserver(queryClient, { queryKey: OTHER_KEY, queryFn: fetchOthers }),
  ]
  const leave = observers.map((observer) => observer.subscribe(() => {}))
  await settled()
  const { result } = renderHook(useHook, { wrapper })
  return {
    hook: () => result.current,
    /** How often each list was fetched since it was shown first. */
    fetches: () => [fakeApi.callsOf(getMenu).length - 1, fetchOthers.mock.calls.length - 1],
    leave: () => {
      for (const stop of leave) stop()
    },
  }
}

describe('resource', () => {
  it('shows a change at once, and takes back what the server refuses', async () => {
    const { hook, leave } = await open(useToggle)
    const release = fakeApi.holds(editing.toggleDish, { ...SOUP, isActive: false, version: 4 })
    act(() => hook().mutate(SOUP))
    await vi.waitFor(() => expect(shown()).toEqual([{ ...SOUP, isActive: false }, CAKE]))
    const menu = fakeApi.holds(getMenu, [SOUP, CAKE])
    release()
    await vi.waitFor(() => expect(shown()).toEqual([{ ...SOUP, isActive: false, version: 4 }, CAKE]))
    menu()
    await settled()

    fakeApi.refuses(editing.toggleDish, 500, { message: 'Nu acum' })
    fakeApi.holds(getMenu, [])
    act(() => hook().mutate(CAKE))
    await vi.waitFor(() => expect(titles()).toEqual([t('menuEditor.toggleFailed')]))
    expect(shown()?.[1]).toEqual(CAKE)
    leave()
  })

  it('asks again for a response that its change has cancelled', async () => {
    live.follower = {}
    const { hook, fetches, leave } = await open(useToggle)
    const stop = followLists([KEY, OTHER_KEY], () => [])
    live.follower.opened?.()
    fakeApi.holds(getMenu, [])
    void queryClient.refetchQueries({ queryKey: KEY })
    fakeApi.answers(editing.toggleDish, SOUP)
    act(() => hook().mutate(SOUP))
    await vi.waitFor(() => expect(fetches()).toEqual([2, 0]))
    stop()
    leave()
  })

  it('sends changes one after another, each from where the one before has ended', async () => {
    const { hook, leave } = await open(useMove)
    const release = fakeApi.holds(editing.moveDish, [
      { id: 8, position: 1 },
      { id: 7, position: 2 },
    ])
    act(() => {
      hook().mutate({ item: SOUP, input: { direction: 'down' } })
      hook().mutate({ item: SOUP, input: { to: 1 } })
    })
    await vi.waitFor(() => expect(fakeApi.callsOf(editing.moveDish)).toHaveLength(1))
    release()
    await vi.waitFor(() => expect(fakeApi.callsOf(editing.moveDish)).toHaveLength(2))
    expect(fakeApi.callsOf(editing.moveDish).map(({ body }) => body)).toEqual([
      { direction: 'down', order: 1 },
      { to: 1, order: 2 },
    ])
    await settled()
    leave()
  })

  it('deletes an entry, also one that somebody else has deleted, and keeps one that the server keeps', async () => {
    const onDone = vi.fn()
    const { hook, leave } = await open(() => useDelete(onDone))
    const remove = (dish: MenuItem) => act(() => hook().mutate(dish))
    fakeApi.holds(getMenu, [])
    fakeApi.refuses(editing.deleteDish, 409, { message: 'Nu' })
    remove(CAKE)
    await vi.waitFor(() => expect(titles()).toEqual([t('menuEditor.toggleFailed')]))
    expect(shown()).toEqual([SOUP, CAKE])
    expect(onDone).not.toHaveBeenCalled()
    fakeApi.refuses(editing.deleteDish, 404, { message: 'Nu există' })
    remove(CAKE)
    await vi.waitFor(() => expect(titles()).toContain('Cake is gone'))
    expect(shown()).toEqual([SOUP])
    expect(onDone).toHaveBeenCalledOnce()
    leave()
  })

  it('saves only the version that was shown', async () => {
    const { hook, leave } = await open(useSave)
    fakeApi.answers(editing.changeDish, { ...SOUP, name: 'Broth', version: 9 })
    fakeApi.holds(getMenu, [])
    await act(() => hook().mutateAsync({ item: SOUP, input: { name: 'Broth' } }))
    const [call] = fakeApi.callsOf(editing.changeDish)
    expect(call).toMatchObject({ path: '/api/menu/7', body: { name: 'Broth' } })
    expect(call?.headers.get('If-Match')).toBe('"3"')
    expect(shown()?.[0]).toMatchObject({ name: 'Broth', version: 9 })
    leave()
  })

  it('adds an entry under the key of its caller, and shows it at once', async () => {
    const { hook, leave } = await open(useAdd)
    const added = sampleDish({ id: 9 })
    fakeApi.answers(editing.createDish, added)
    fakeApi.holds(getMenu, [])
    await act(() => hook().mutateAsync({ input: {} as never, key: 'one' }))
    expect(fakeApi.callsOf(editing.createDish)[0]?.headers.get('Idempotency-Key')).toBe('one')
    expect(shown()).toEqual([SOUP, CAKE, added])
    leave()
  })

  it('repeats what adds something under its key until the server has decided', async () => {
    const { hook, leave } = await open(usePortions)
    const keys = () => fakeApi.callsOf(editing.setPortions).map(({ headers }) => headers.get('Idempotency-Key'))
    const send = () =>
      act(() =>
        hook()
          .mutateAsync({ item: SOUP, input: 4 })
          .catch(() => {}),
      )
    fakeApi.isOutOfReach(editing.setPortions)
    await send()
    fakeApi.answers(editing.setPortions, SOUP)
    await send()
    await send()
    const [first, second, third] = keys()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    await settled()
    leave()
  })

  it('adds at most once for each entry, although the responses about two of them were lost', async () => {
    const { hook, leave } = await open(usePortions)
    const send = (item: MenuItem) =>
      act(() =>
        hook()
          .mutateAsync({ item, input: 4 })
          .catch(() => {}),
      )
    fakeApi.isOutOfReach(editing.setPortions)
    await send(SOUP)
    await send(CAKE)
    fakeApi.answers(editing.setPortions, SOUP)
    await send(SOUP)
    await send(CAKE)
    const [soup, cake, soupAgain, cakeAgain] = fakeApi
      .callsOf(editing.setPortions)
      .map(({ headers }) => headers.get('Idempotency-Key'))
    expect([soupAgain, cakeAgain]).toEqual([soup, cake])
    expect(cake).not.toBe(soup)
    await settled()
    leave()
  })
})

describe('a change is refetched once', () => {
  const frame = { type: 'MENU_CHANGED' } as const
  /** A page that refetches both lists when they are announced. */
  async function page(isOpen: boolean) {
    vi.spyOn(loading, 'whenIdle').mockReturnValue(() => {})
    const { hook, fetches, leave } = await open(useToggle)
    const stop = followLists([KEY, OTHER_KEY], ({ type }) => (type === 'MENU_CHANGED' ? [KEY, OTHER_KEY] : []))
    if (isOpen) live.follower.opened?.()
    const toggle = () => act(() => hook().mutate(SOUP))
    fakeApi.answers(editing.toggleDish, SOUP)
    return {
      toggle,
      fetches,
      announce: () => live.follower.MENU_CHANGED?.(frame),
      leave() {
        stop()
        leave()
      },
    }
  }

  it('by its announcement, after the answer', async () => {
    const { toggle, fetches, announce, leave } = await page(true)
    toggle()
    await settled()
    expect(fetches()).toEqual([0, 0])
    announce()
    await settled()
    expect(fetches()).toEqual([1, 1])
    leave()
  })

  it('or before it: then when the change is settled', async () => {
    const { toggle, fetches, announce, leave } = await page(true)
    const release = fakeApi.holds(editing.toggleDish, SOUP)
    toggle()
    await vi.waitFor(() => expect(fakeApi.callsOf(editing.toggleDish)).toHaveLength(1))
    announce()
    announce()
    expect(fetches()).toEqual([0, 0])
    release()
    await settled()
    expect(fetches()).toEqual([1, 1])
    leave()
  })

  it('by itself without a live connection, and if it failed', async () => {
    const { toggle, fetches, leave } = await page(false)
    toggle()
    await settled()
    expect(fetches()).toEqual([1, 1])
    live.follower.opened?.()
    live.changeStatus({ state: 'reconnecting', since: 0 })
    toggle()
    await settled()
    expect(fetches()).toEqual([2, 2])
    live.changeStatus({ state: 'live' })
    fakeApi.refuses(editing.toggleDish, 409, { message: 'Nu' })
    toggle()
    await settled()
    expect(fetches()).toEqual([3, 3])
    leave()
  })

  it('and so is one by somebody else', async () => {
    const { fetches, announce, leave } = await page(true)
    announce()
    await settled()
    expect(fetches()).toEqual([1, 1])
    leave()
  })

  it('after the last of several', async () => {
    const { toggle, fetches, leave } = await page(false)
    for (let i = 0; i < 3; i++) toggle()
    await settled()
    expect(fetches()).toEqual([1, 1])
    leave()
  })
})

it('a wrong body, endpoint or answer does not compile', () => {
  // @ts-expect-error: the endpoint requires a body.
  dishes.change(editing.toggleDish, {})
  // @ts-expect-error: it has another type.
  dishes.change(editing.setSoldOut, { body: () => ({ soldOut: 'yes' }) })
  // @ts-expect-error: it has no id.
  dishes.change(editing.removeEmptyCategories, { put: null })
  // @ts-expect-error: its address needs another parameter.
  dishes.change(editing.toggleCategory, { ...toggling, put: null })
  // @ts-expect-error: the answer is no dish.
  dishes.change(renewPrinterToken, {})
  // @ts-expect-error: a category has no such field.
  dishes.change(editing.toggleDish, { ...toggling, now: () => ({ isHidden: true }) })
  // @ts-expect-error: the answer is a list of positions.
  dishes.change(editing.moveDish, { body: (_, where: Where) => where, put: inAnsweredOrder })
  // @ts-expect-error: a category is no dish.
  dishes.save(editing.changeCategory)
  // @ts-expect-error: a category is no dish.
  dishes.add(editing.createCategory)
})

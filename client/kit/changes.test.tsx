import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { getMenu, type MenuItem } from '#shared/contracts/menu/menu.ts'
import * as editing from '#shared/contracts/menu/menu-editing.ts'
import { callApi } from '../lib/api/api.ts'
import { queryClient } from '../lib/api/query.ts'
import { followLists, type Where } from '../lib/changes/refetching.ts'
import { sendChange } from '../lib/changes/send-change.ts'
import * as loading from '../lib/loading/import-with-retry.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { fakeLive } from '../testing/fake-live.ts'
import { sampleDish } from '../testing/samples.ts'
import { currentToasts } from '../ui/toast/store.ts'
import { t } from '../ui/translation.ts'
import { list, reported } from './changes.ts'

const SOUP = sampleDish({ id: 7, position: 1, version: 3 })
const CAKE = sampleDish({ id: 8, position: 2, name: 'Cake' })
const KEY = ['/api/menu']
const OTHER_KEY = ['/api/menu/categories']

const dishes = list<MenuItem>(KEY, { also: [OTHER_KEY] })
const about = ({ id }: MenuItem) => ({ id: String(id) })
const isHidden = ({ isActive }: MenuItem) => ({ isActive: !isActive })
const onDeleted = vi.fn()
const toggle = dishes.change((dish) => sendChange(editing.toggleDish, { params: about(dish), body: isHidden(dish) }), {
  now: isHidden,
  failed: 'menuEditor.toggleFailed',
})
const move = dishes.change(
  (dish, where: Where, { current: { position } }) =>
    sendChange(editing.moveDish, { params: about(dish), body: { ...where, order: position } }),
  {
    put: (all, positions) => all.map((dish) => ({ ...dish, ...positions.find(({ id }) => id === dish.id) })),
    failed: 'common.notChanged',
  },
)
const remove = dishes.remove(editing.deleteDish, {
  done: ({ name }) => `${name} is gone`,
  failed: 'menuEditor.toggleFailed',
  onDone: onDeleted,
})
const save = dishes.save(editing.changeDish)
const add = dishes.add(editing.createDish)
const portions = dishes.change(
  (dish, left: number, { key }) =>
    sendChange(editing.setPortions, { params: about(dish), body: { left }, headers: { 'Idempotency-Key': key } }),
  { failed: 'common.error' },
)

const live = fakeLive()
const shown = () => queryClient.getQueryData<MenuItem[]>(KEY)
const titles = () => currentToasts().map(({ title }) => title)
const settled = () => vi.waitFor(() => expect(queryClient.isMutating() + queryClient.isFetching()).toBe(0))

/** Shows both lists. */
async function open() {
  fakeApi.answers(getMenu, [SOUP, CAKE])
  const fetchOthers = vi.fn(() => Promise.resolve([]))
  const observers = [
    new QueryObserver(queryClient, { queryKey: KEY, queryFn: ({ signal }) => callApi(getMenu, { signal }) }),
    new QueryObserver(queryClient, { queryKey: OTHER_KEY, queryFn: fetchOthers }),
  ]
  const leave = observers.map((observer) => observer.subscribe(() => {}))
  await settled()
  return {
    /** How often each list was fetched since it was shown first. */
    fetches: () => [fakeApi.callsOf(getMenu).length - 1, fetchOthers.mock.calls.length - 1],
    leave: () => {
      for (const stop of leave) stop()
    },
  }
}

describe('a list', () => {
  it('shows a change at once, and takes back what the server refuses', async () => {
    const { leave } = await open()
    const release = fakeApi.holds(editing.toggleDish, { ...SOUP, isActive: false, version: 4 })
    void toggle(SOUP)
    await vi.waitFor(() => expect(shown()).toEqual([{ ...SOUP, isActive: false }, CAKE]))
    const menu = fakeApi.holds(getMenu, [SOUP, CAKE])
    release()
    await vi.waitFor(() => expect(shown()).toEqual([{ ...SOUP, isActive: false, version: 4 }, CAKE]))
    menu()
    await settled()

    fakeApi.refuses(editing.toggleDish, 500, { message: 'Nu acum' })
    fakeApi.holds(getMenu, [])
    void reported(toggle(CAKE))
    await vi.waitFor(() => expect(titles()).toEqual([t('menuEditor.toggleFailed')]))
    expect(shown()?.[1]).toEqual(CAKE)
    leave()
  })

  it('asks again for a response that its change has cancelled', async () => {
    live.follower = {}
    const { fetches, leave } = await open()
    const stop = followLists([KEY, OTHER_KEY])
    live.follower.opened?.()
    fakeApi.holds(getMenu, [])
    void queryClient.refetchQueries({ queryKey: KEY })
    fakeApi.answers(editing.toggleDish, SOUP)
    void toggle(SOUP)
    await vi.waitFor(() => expect(fetches()).toEqual([2, 0]))
    stop()
    leave()
  })

  it('sends changes one after another, each from where the one before has ended', async () => {
    const { leave } = await open()
    const release = fakeApi.holds(editing.moveDish, [
      { id: 8, position: 1 },
      { id: 7, position: 2 },
    ])
    void move(SOUP, { direction: 'down' })
    void move(SOUP, { to: 1 })
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
    onDeleted.mockReset()
    const { leave } = await open()
    fakeApi.holds(getMenu, [])
    fakeApi.refuses(editing.deleteDish, 409, { message: 'Nu' })
    void remove(CAKE)
    await vi.waitFor(() => expect(titles()).toEqual([t('menuEditor.toggleFailed')]))
    expect(shown()).toEqual([SOUP, CAKE])
    expect(onDeleted).not.toHaveBeenCalled()
    fakeApi.refuses(editing.deleteDish, 404, { message: 'Nu există' })
    void remove(CAKE)
    await vi.waitFor(() => expect(titles()).toContain('Cake is gone'))
    expect(shown()).toEqual([SOUP])
    expect(onDeleted).toHaveBeenCalledOnce()
    leave()
  })

  it('saves only the version that was shown', async () => {
    const { leave } = await open()
    fakeApi.answers(editing.changeDish, { ...SOUP, name: 'Broth', version: 9 })
    fakeApi.holds(getMenu, [])
    await save(SOUP, { name: 'Broth' })
    const [call] = fakeApi.callsOf(editing.changeDish)
    expect(call).toMatchObject({ path: '/api/menu/7', body: { name: 'Broth' } })
    expect(call?.headers.get('If-Match')).toBe('"3"')
    expect(shown()?.[0]).toMatchObject({ name: 'Broth', version: 9 })
    leave()
  })

  it('adds an entry under the key of its caller, and shows it at once', async () => {
    const { leave } = await open()
    const added = sampleDish({ id: 9 })
    fakeApi.answers(editing.createDish, added)
    fakeApi.holds(getMenu, [])
    await add({} as never, 'one')
    expect(fakeApi.callsOf(editing.createDish)[0]?.headers.get('Idempotency-Key')).toBe('one')
    expect(shown()).toEqual([SOUP, CAKE, added])
    leave()
  })

  it('repeats what adds something under its key until the server has decided', async () => {
    const { leave } = await open()
    const keys = () => fakeApi.callsOf(editing.setPortions).map(({ headers }) => headers.get('Idempotency-Key'))
    const send = () => reported(portions(SOUP, 4))
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
    const { leave } = await open()
    const send = (dish: MenuItem) => reported(portions(dish, 4))
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
    const { fetches, leave } = await open()
    const stop = followLists([KEY, OTHER_KEY])
    if (isOpen) live.follower.opened?.()
    fakeApi.answers(editing.toggleDish, SOUP)
    return {
      fetches,
      announce: () => live.follower.MENU_CHANGED?.(frame),
      leave() {
        stop()
        leave()
      },
    }
  }

  it('by its announcement, after the answer', async () => {
    const { fetches, announce, leave } = await page(true)
    void toggle(SOUP)
    await settled()
    expect(fetches()).toEqual([0, 0])
    announce()
    await settled()
    expect(fetches()).toEqual([1, 1])
    leave()
  })

  it('or before it: then when the change is settled', async () => {
    const { fetches, announce, leave } = await page(true)
    const release = fakeApi.holds(editing.toggleDish, SOUP)
    void toggle(SOUP)
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
    const { fetches, leave } = await page(false)
    void toggle(SOUP)
    await settled()
    expect(fetches()).toEqual([1, 1])
    live.follower.opened?.()
    live.changeStatus({ state: 'reconnecting', since: 0 })
    void toggle(SOUP)
    await settled()
    expect(fetches()).toEqual([2, 2])
    live.changeStatus({ state: 'live' })
    fakeApi.refuses(editing.toggleDish, 409, { message: 'Nu' })
    void toggle(SOUP)
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

  it('whichever of what it is made of is announced', () => {
    const lists = [['service'], ['tables'], ['printers']]
    for (const list of lists) queryClient.setQueryData(list, [])
    const stop = followLists(lists)
    live.follower.CHANGED?.({ type: 'CHANGED', payload: { area: 'tables' } })
    expect(lists.map((list) => queryClient.getQueryState(list)?.isInvalidated)).toEqual([true, true, false])
    stop()
  })

  it('after the last of several', async () => {
    const { fetches, leave } = await page(false)
    for (let i = 0; i < 3; i++) void toggle(SOUP)
    await settled()
    expect(fetches()).toEqual([1, 1])
    leave()
  })
})

it('a wrong endpoint or answer does not compile', () => {
  const withoutAnswer = () => Promise.resolve()
  // @ts-expect-error: the answer is no dish.
  dishes.change(withoutAnswer, {})
  dishes.change(withoutAnswer, { put: null })
  // @ts-expect-error: a dish has no such field.
  dishes.change(toggle, { now: () => ({ isHidden: true }) })
  // @ts-expect-error: its address needs another parameter.
  dishes.remove(editing.toggleCategory, {})
  // @ts-expect-error: a category is no dish.
  dishes.save(editing.changeCategory)
  // @ts-expect-error: a category is no dish.
  dishes.add(editing.createCategory)
})

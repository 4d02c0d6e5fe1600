import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { getPromotions } from '#shared/contracts/promotions.ts'
import type { Language } from '#shared/domain/language.ts'
import { useMenu } from '../../areas/menu/index.ts'
import { promotionsQuery } from '../../areas/promotions/index.ts'
import { act, fakeApi, render, screen } from '../../testing/render.tsx'
import { CachedNotice } from './menu-notices.tsx'

/** 19:42 in Bucharest. */
const RECEIVED_AT = Date.parse('2026-11-21T17:42:30Z')
const MINUTE = 60_000
const REFETCH_INTERVAL_MS = 10_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  fakeApi.answers(getCategories, [])
})
afterEach(() => {
  vi.useRealTimers()
})

function Menu() {
  useMenu()
  return <CachedNotice />
}

function WithPromotions() {
  useQuery(promotionsQuery)
  return <Menu />
}

async function open(language: Language, now: number) {
  vi.setSystemTime(now)
  fakeApi.answersFromCache(getMenu, [], RECEIVED_AT)
  const rendered = render(<Menu />, { language })
  return { ...rendered, notice: await screen.findByRole('status') }
}

describe.each([
  [
    'en',
    'You are offline. This is the menu as of 19:42.',
    'You are offline. This is the menu as of 21 Nov 2026, 19:42.',
    'You are offline. This is the menu as this phone last saw it.',
    'An order can be sent once you are online again.',
  ],
  [
    'ro',
    'Sunteți offline. Acesta este meniul de la ora 19:42.',
    'Sunteți offline. Acesta este meniul din 21 nov 2026, 19:42.',
    'Sunteți offline. Acesta este ultimul meniu văzut pe acest telefon.',
    'O comandă se poate trimite când aveți din nou conexiune.',
  ],
] as const)('a menu from the cache (%s)', (language, today, earlierDay, unknown, ordering) => {
  it('shows its time, and that an order can be sent once the guest is online again', async () => {
    const { notice } = await open(language, RECEIVED_AT + 90 * MINUTE)
    expect(notice.textContent).toBe(`${today} ${ordering}`)
  })

  it('shows its date if it is from another day in the restaurant’s time zone', async () => {
    // Half past midnight in Bucharest.
    const { notice } = await open(language, Date.parse('2026-11-21T22:30:00Z'))
    expect(notice.textContent).toBe(`${earlierDay} ${ordering}`)
  })

  it('does not show its age if the device’s clock was set back', async () => {
    const { notice } = await open(language, RECEIVED_AT - 2 * MINUTE)
    expect(notice.textContent).toBe(`${unknown} ${ordering}`)
  })
})

it('the menu is refetched until the server responds; then the notice disappears', async () => {
  await open('en', RECEIVED_AT + MINUTE)
  await act(() => vi.advanceTimersByTimeAsync(REFETCH_INTERVAL_MS))
  expect(fakeApi.callsOf(getMenu)).toHaveLength(2)
  expect(screen.getByRole('status')).toBeDefined()
  fakeApi.answers(getMenu, [])
  await act(() => vi.advanceTimersByTimeAsync(REFETCH_INTERVAL_MS))
  await vi.waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  await act(() => vi.advanceTimersByTimeAsync(5 * REFETCH_INTERVAL_MS))
  expect(fakeApi.callsOf(getMenu)).toHaveLength(3)
})

it('the menu is refetched as soon as the device is online', async () => {
  await open('en', RECEIVED_AT + MINUTE)
  fakeApi.answers(getMenu, [])
  await act(async () => void dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})

it('other cached data is refetched without a notice if the menu itself is fresh', async () => {
  vi.setSystemTime(RECEIVED_AT + MINUTE)
  fakeApi.answers(getMenu, [])
  fakeApi.answersFromCache(getPromotions, [], RECEIVED_AT)
  render(<WithPromotions />)
  await vi.waitFor(() => expect(fakeApi.callsOf(getPromotions)).toHaveLength(1))
  fakeApi.answers(getPromotions, [])
  await act(() => vi.advanceTimersByTimeAsync(REFETCH_INTERVAL_MS))
  await vi.waitFor(() => expect(fakeApi.callsOf(getPromotions)).toHaveLength(2))
  expect(fakeApi.callsOf(getMenu)).toHaveLength(1)
  expect(screen.queryByRole('status')).toBeNull()
})

import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getCategories, getMenu } from '#shared/contracts/menu.ts'
import { getPromotions } from '#shared/contracts/promotions.ts'
import type { Language } from '#shared/domain/language.ts'
import { useMenu } from '../../../features/menu/index.ts'
import { promotionsQuery } from '../../../features/promotions/index.ts'
import { act, fakeApi, render, screen } from '../../../testing/render.tsx'
import { MenuNotices } from '../menu-notices.tsx'

/** 19:42 in Bucharest. */
const CAME = Date.parse('2026-11-21T17:42:30Z')
const MINUTE = 60_000
const ASK_AGAIN_MS = 10_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  fakeApi.answers(getCategories, [])
})
afterEach(() => {
  vi.useRealTimers()
})

function Menu() {
  useMenu()
  return <MenuNotices />
}

function WithPromotions() {
  useQuery(promotionsQuery)
  return <Menu />
}

async function open(language: Language, now: number) {
  vi.setSystemTime(now)
  fakeApi.answersKept(getMenu, [], CAME)
  const drawn = render(<Menu />, { language })
  return { ...drawn, notice: await screen.findByRole('status') }
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
] as const)('a menu that was kept (%s)', (language, today, before, unknown, ordering) => {
  it('says of what time it is, and that an order cannot be sent now', async () => {
    const { notice } = await open(language, CAME + 90 * MINUTE)
    expect(notice.textContent).toBe(`${today} ${ordering}`)
  })

  it('says of which day it is where that is another one in the restaurant', async () => {
    // Half an hour past midnight there.
    const { notice } = await open(language, Date.parse('2026-11-21T22:30:00Z'))
    expect(notice.textContent).toBe(`${before} ${ordering}`)
  })

  it('says nothing of its age where the clock must have been set since', async () => {
    const { notice } = await open(language, CAME - 2 * MINUTE)
    expect(notice.textContent).toBe(`${unknown} ${ordering}`)
  })
})

it('asks again until the server answers, and then says nothing more', async () => {
  await open('en', CAME + MINUTE)
  await act(() => vi.advanceTimersByTimeAsync(ASK_AGAIN_MS))
  expect(fakeApi.callsOf(getMenu)).toHaveLength(2)
  expect(screen.getByRole('status')).toBeDefined()
  fakeApi.answers(getMenu, [])
  await act(() => vi.advanceTimersByTimeAsync(ASK_AGAIN_MS))
  await vi.waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  await act(() => vi.advanceTimersByTimeAsync(5 * ASK_AGAIN_MS))
  expect(fakeApi.callsOf(getMenu)).toHaveLength(3)
})

it('asks as soon as the device says that it is online', async () => {
  await open('en', CAME + MINUTE)
  fakeApi.answers(getMenu, [])
  await act(async () => void dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})

it('asks for all that was kept, and says nothing where the menu itself is fresh', async () => {
  vi.setSystemTime(CAME + MINUTE)
  fakeApi.answers(getMenu, [])
  fakeApi.answersKept(getPromotions, [], CAME)
  render(<WithPromotions />)
  await vi.waitFor(() => expect(fakeApi.callsOf(getPromotions)).toHaveLength(1))
  fakeApi.answers(getPromotions, [])
  await act(() => vi.advanceTimersByTimeAsync(ASK_AGAIN_MS))
  await vi.waitFor(() => expect(fakeApi.callsOf(getPromotions)).toHaveLength(2))
  expect(fakeApi.callsOf(getMenu)).toHaveLength(1)
  expect(screen.queryByRole('status')).toBeNull()
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentToasts, TOAST_LIMIT, TOAST_REMOVE_DELAY_MS, toast } from './store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('shows one at a time: a new one takes the place of the last', () => {
  toast({ title: 'Order Updated' })
  toast({ title: 'Comandă nouă!' })
  expect(TOAST_LIMIT).toBe(1)
  expect(currentToasts().map(({ title }) => title)).toEqual(['Comandă nouă!'])
})

it('closes a dismissed one at once and removes it after 1,000,000 ms', () => {
  expect(TOAST_REMOVE_DELAY_MS).toBe(1_000_000)
  toast({ title: 'Saved' }).dismiss()
  expect(currentToasts()).toMatchObject([{ title: 'Saved', open: false }])
  vi.advanceTimersByTime(999_999)
  expect(currentToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(currentToasts()).toEqual([])
})

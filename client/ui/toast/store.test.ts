import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentToasts, dismissToast, TOAST_LIMIT, TOAST_REMOVE_DELAY_MS, toast } from './store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
  vi.useRealTimers()
})

it('shows one toast at a time: a new one replaces the last', () => {
  toast({ title: 'Order Updated' })
  toast({ title: 'Comandă nouă!' })
  expect(TOAST_LIMIT).toBe(1)
  expect(currentToasts().map(({ title }) => title)).toEqual(['Comandă nouă!'])
})

it('closes a dismissed toast at once and removes it after 1,000,000 ms', () => {
  expect(TOAST_REMOVE_DELAY_MS).toBe(1_000_000)
  toast({ title: 'Saved' }).dismiss()
  expect(currentToasts()).toMatchObject([{ title: 'Saved', open: false }])
  vi.advanceTimersByTime(999_999)
  expect(currentToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(currentToasts()).toEqual([])
})

const titles = () => currentToasts().flatMap(({ title, open }) => (open ? [title] : []))
const undo = { label: 'Undo', onAct: () => {} }

it('queues toasts while one with a button is open, and shows the newest of them afterwards', () => {
  const { dismiss } = toast({ title: 'Order Updated', action: undo })
  toast({ title: 'Saved' })
  toast({ title: 'Comandă nouă!' })
  expect(titles()).toEqual(['Order Updated'])
  dismiss()
  expect(titles()).toEqual(['Comandă nouă!'])
})

it('replaces a toast with a button by a newer one with a button, and drops a queued toast that was dismissed', () => {
  toast({ title: 'first', action: undo })
  const second = toast({ title: 'second', action: undo })
  expect(titles()).toEqual(['second'])
  toast({ title: 'Saved' }).dismiss()
  second.dismiss()
  expect(titles()).toEqual([])
})

it('replaces a queued failure only by another failure', () => {
  const { dismiss } = toast({ title: 'Order Updated', action: undo })
  toast({ title: 'first failed', variant: 'destructive' })
  toast({ title: 'second failed', variant: 'destructive' })
  toast({ title: 'Comandă nouă!' })
  dismiss()
  expect(titles()).toEqual(['second failed'])
})

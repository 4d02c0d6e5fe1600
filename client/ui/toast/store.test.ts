import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentToasts, dismissToast, TOAST_LIMIT, TOAST_REMOVE_DELAY_MS, toast, withdrawToast } from './store.ts'

const dismiss = () => {
  for (const { id } of currentToasts()) dismissToast(id)
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  dismiss()
  vi.useRealTimers()
})

it('one toast is shown at a time: a new one replaces the last', () => {
  toast({ title: 'Order Updated' })
  toast({ title: 'Comandă nouă!' })
  expect(TOAST_LIMIT).toBe(1)
  expect(currentToasts().map(({ title }) => title)).toEqual(['Comandă nouă!'])
})

it('a dismissed toast is closed at once, and removed after 1,000,000 ms', () => {
  expect(TOAST_REMOVE_DELAY_MS).toBe(1_000_000)
  toast({ title: 'Saved' })
  dismiss()
  expect(currentToasts()).toMatchObject([{ title: 'Saved', open: false }])
  vi.advanceTimersByTime(999_999)
  expect(currentToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(currentToasts()).toEqual([])
})

const titles = () => currentToasts().flatMap(({ title, open }) => (open ? [title] : []))
const undo = { label: 'Undo', onAct: () => {} }

it('toasts wait while one with a button is open; afterwards the newest of them is shown', () => {
  toast({ title: 'Order Updated', action: undo })
  toast({ title: 'Saved' })
  toast({ title: 'Comandă nouă!' })
  expect(titles()).toEqual(['Order Updated'])
  dismiss()
  expect(titles()).toEqual(['Comandă nouă!'])
})

it('a toast with a button is replaced by a newer one with a button', () => {
  toast({ title: 'first', action: undo })
  toast({ title: 'second', action: undo })
  expect(titles()).toEqual(['second'])
})

it('a waiting toast about a failure is replaced only by one about another failure', () => {
  toast({ title: 'Order Updated', action: undo })
  toast({ title: 'first failed', variant: 'destructive' })
  toast({ title: 'second failed', variant: 'destructive' })
  toast({ title: 'Comandă nouă!' })
  dismiss()
  expect(titles()).toEqual(['second failed'])
})

it('a failure is withdrawn once the same has succeeded, also while it waits; others stay', () => {
  toast({ title: 'Not saved', variant: 'destructive', subject: 'order 1' })
  withdrawToast('order 2')
  expect(titles()).toEqual(['Not saved'])
  withdrawToast('order 1')
  expect(titles()).toEqual([])
  toast({ title: 'Order Updated', action: undo })
  toast({ title: 'Not saved', variant: 'destructive', subject: 'order 1' })
  withdrawToast('order 1')
  dismiss()
  expect(titles()).toEqual([])
})

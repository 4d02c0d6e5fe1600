import { expect, it, vi } from 'vitest'
import { clearDrafts, keepDraftsOf, storedDraft } from './draft.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const DAY_MS = 24 * 60 * 60 * 1000

it('a draft lasts 7 days, and no other version of its form reads it', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-12T10:00:00Z') })
  const draft = storedDraft('dish.7', 2, text)
  expect(draft.write('Soup')).toBe(true)
  expect(draft.read()).toBe('Soup')
  vi.setSystemTime(Date.now() + 7 * DAY_MS - 1)
  expect(draft.read()).toBe('Soup')
  vi.setSystemTime(Date.now() + 1)
  expect(draft.read()).toBeUndefined()
  expect(localStorage.getItem('masa.draft.dish.7')).toBeNull()
  draft.write('Soup')
  expect(storedDraft('dish.7', 3, text).read()).toBeUndefined()
  expect(localStorage.getItem('masa.draft.dish.7')).toBeNull()
})

it('signing out removes the drafts and nothing else, in both storages', () => {
  storedDraft('customer.1', 1, text).write('Ana')
  storedDraft('checkout', 1, text, 'tab').write('Ana')
  localStorage.setItem('masa.language', 'ro')
  clearDrafts()
  expect([localStorage.getItem('masa.draft.customer.1'), sessionStorage.getItem('masa.draft.checkout')]).toEqual([
    null,
    null,
  ])
  expect(localStorage.getItem('masa.language')).toBe('ro')
})

it('another user’s drafts are removed, one’s own stay, and those that are too old go', () => {
  keepDraftsOf(1)
  const [mine, old] = [storedDraft('dish.7', 1, text), storedDraft('dish.8', 1, text)]
  mine.write('Soup')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 8 * DAY_MS })
  old.write('Stew')
  vi.useRealTimers()
  keepDraftsOf(1)
  expect(mine.read()).toBe('Soup')
  expect(localStorage.getItem('masa.draft.dish.8')).toBeNull()
  keepDraftsOf(2)
  expect(mine.read()).toBeUndefined()
})

it('without storage, nothing is kept and nothing fails', () => {
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('sessionStorage', undefined)
  const draft = storedDraft('dish.7', 1, text)
  expect(draft.write('Soup')).toBe(false)
  expect(draft.read()).toBeUndefined()
  clearDrafts()
  keepDraftsOf(1)
})

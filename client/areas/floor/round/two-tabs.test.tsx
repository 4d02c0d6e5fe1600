import { beforeEach, expect, it, vi } from 'vitest'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { cartDishOf, type DishLine } from '#shared/domain/orders/cart.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { floorTable } from '../../../testing/floor-samples.ts'
import { act, render, screen } from '../../../testing/render.tsx'
import { sampleDish } from '../../../testing/samples.ts'
import { dropRoundDraft, putInRound } from './round-drafts.ts'
import NewRound from './take-round.tsx'

const MENU = [sampleDish(), sampleDish({ id: 8, name: 'Pancakes', nameRo: 'Clătite', price: 2200 })]
const [SOUP, PANCAKES] = MENU.map((item) => ({ dish: cartDishOf(item), quantity: 1 })) as [DishLine, DishLine]

/** The floor in another tab of this browser; this one hears of its changes as the browser tells it. */
async function openOtherTab() {
  vi.resetModules()
  const { dropRoundDraft, putInRound, restoreRoundDrafts } = await import('./round-drafts.ts')
  restoreRoundDrafts()
  return { dropRoundDraft, putInRound }
}
const hear = () =>
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'masa.draft.rounds', storageArea: localStorage })))

function show(tableId: number) {
  return render(<NewRound table={floorTable({ id: tableId })} tables={[]} />, { settings: { language: 'en' } })
}
const isSent = (sum: string) => screen.getByRole('button', { name: `Send · ${sum} LEI` })

beforeEach(() => {
  localStorage.clear()
  for (const id of [41, 42]) dropRoundDraft(id)
  queryClient.setQueryData([getMenu.path], MENU)
  queryClient.setQueryData([getCategories.path], [])
})

it('rounds of two tables, taken in two tabs, both stay', async () => {
  const other = await openOtherTab()
  putInRound(41, SOUP)
  other.putInRound(42, PANCAKES)
  putInRound(41, SOUP)
  for (const [id, sum] of [
    [41, '57.00'],
    [42, '22.00'],
  ] as const) {
    const { unmount } = show(id)
    expect(isSent(sum)).toBeDefined()
    unmount()
  }
})

it('one round, taken in two tabs, has the dishes of both', async () => {
  const other = await openOtherTab()
  const { user } = show(41)
  other.putInRound(41, PANCAKES)
  await user.click(screen.getByRole('button', { name: /Add.*Sour soup/ }))
  expect(isSent('50.50')).toBeDefined()
})

it('a round that another tab takes or sends is shown at once', async () => {
  const other = await openOtherTab()
  show(41)
  other.putInRound(41, PANCAKES)
  hear()
  expect(isSent('22.00')).toBeDefined()
  other.dropRoundDraft(41)
  hear()
  expect(screen.getByRole('button', { name: 'Tap the dishes' })).toBeDefined()
})

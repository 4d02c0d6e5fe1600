import { afterEach, expect, it, vi } from 'vitest'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { queryClient } from '../lib/api/query.ts'
import { fakeApi } from '../testing/render.tsx'
import { menuWorks } from './first-data.ts'

afterEach(() => {
  delete document.documentElement.dataset.kept
  document.body.replaceChildren()
  queryClient.clear()
})

/** A dish whose "+" was tapped before the page worked. */
function tappedDish() {
  document.body.innerHTML = '<ul><li id="dish-7"><button data-adds>+</button></li></ul>'
  const plus = document.querySelector('button') as HTMLButtonElement
  window.masaEarlyTaps = [plus]
  const onClick = vi.fn()
  plus.addEventListener('click', onClick)
  return onClick
}

it('an early tap is repeated as soon as the page works', () => {
  const onClick = tappedDish()
  void menuWorks()
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(window.masaEarlyTaps).toBeUndefined()
})

it('on a page that the worker has kept, an early tap is repeated once the menu has come', async () => {
  document.documentElement.dataset.kept = ''
  fakeApi.answers(getMenu, [])
  const onClick = tappedDish()
  const works = menuWorks()
  expect(onClick).not.toHaveBeenCalled()
  // Taps are still kept.
  expect(window.masaEarlyTaps).toHaveLength(1)
  await works
  expect(fakeApi.callsOf(getMenu)).toHaveLength(1)
  expect(onClick).toHaveBeenCalledTimes(1)
})

it('on a kept page, an early tap is repeated also if the menu cannot be loaded', async () => {
  document.documentElement.dataset.kept = ''
  fakeApi.isOutOfReach(getMenu)
  const onClick = tappedDish()
  await menuWorks()
  expect(onClick).toHaveBeenCalledTimes(1)
})

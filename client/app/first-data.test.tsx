import { afterEach, expect, it, vi } from 'vitest'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { queryClient } from '../lib/api/query.ts'
import { fakeApi } from '../testing/render.tsx'
import { menuWorks } from './first-data.ts'

afterEach(() => {
  vi.useRealTimers()
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

/** A button that is pressed while the page is rendered anew. @returns how often the new one is clicked, and how the press goes on */
function pressedWhileRendered() {
  vi.useFakeTimers()
  tappedDish()
  const list = document.querySelector('ul') as HTMLElement
  const again = list.cloneNode(true) as HTMLElement
  window.masaEarlyTaps = Object.assign([], { pressed: list.querySelector('button') })
  list.replaceWith(again)
  void menuWorks()
  const shown = again.querySelector('button') as HTMLButtonElement
  const onClick = vi.fn()
  shown.addEventListener('click', onClick)
  const send = (type: string, target: Element = shown) => target.dispatchEvent(new Event(type, { bubbles: true }))
  return { onClick, shown, send, pass: () => vi.advanceTimersByTime(100) }
}

it('a button that is rendered anew while it is pressed is clicked once, where no browser clicks it', () => {
  const { onClick, send, pass } = pressedWhileRendered()
  send('pointerup')
  pass()
  send('pointerup')
  pass()
  expect(onClick).toHaveBeenCalledTimes(1)
})

it('a browser that clicks the new button itself clicks it alone', () => {
  const { onClick, shown, send, pass } = pressedWhileRendered()
  send('pointerup')
  shown.click()
  pass()
  expect(onClick).toHaveBeenCalledTimes(1)
})

it('a press that becomes a scroll, or ends elsewhere, clicks nothing', () => {
  const scrolled = pressedWhileRendered()
  scrolled.send('pointercancel')
  scrolled.send('pointerup')
  scrolled.pass()
  expect(scrolled.onClick).not.toHaveBeenCalled()
  const elsewhere = pressedWhileRendered()
  elsewhere.send('pointerup', document.body)
  elsewhere.pass()
  expect(elsewhere.onClick).not.toHaveBeenCalled()
})

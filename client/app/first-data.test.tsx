import { afterEach, expect, it, vi } from 'vitest'
import { menuWorks } from './first-data.ts'

afterEach(() => document.body.replaceChildren())

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

import { expect, it, onTestFinished, vi } from 'vitest'
import type { KitchenCard } from './cards.ts'
import { Heights } from './heights.ts'
import { order } from './kitchen.fixture.tsx'

const card: KitchenCard = { order: order(1, []), lines: [], toCook: [] }
const FRAME = 2

/** Mounts the head of the card, of 60 px. @returns what the observer of its height reports */
function mountHead(onChange = () => {}) {
  let report: ResizeObserverCallback = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: ResizeObserverCallback) {
        report = callback
      }
      observe() {}
      unobserve() {}
    },
  )
  document.body.innerHTML = '<article data-card="1"><header data-part="head"></header></article>'
  onTestFinished(() => document.body.replaceChildren())
  const head = document.querySelector('header') as HTMLElement
  const read = vi.spyOn(head, 'getBoundingClientRect').mockReturnValue({ height: 60 } as DOMRect)
  const heights = new Heights(250, 16, onChange)
  heights.part(head)
  const change = (blockSize: number) =>
    report([{ target: head, borderBoxSize: [{ blockSize }] } as unknown as ResizeObserverEntry], {} as ResizeObserver)
  return { heights, read, change }
}

it('measures a part once, when it is mounted', () => {
  const { heights, read } = mountHead()
  expect([heights.measureMounted(), heights.blockOf(card).head]).toEqual([true, 60 + FRAME])
  expect([heights.measureMounted(), read.mock.calls.length]).toEqual([false, 1])
})

it('follows the height of a part', () => {
  const onChange = vi.fn()
  const { heights, change } = mountHead(onChange)
  heights.measureMounted()
  change(60.2)
  expect(onChange).not.toHaveBeenCalled()
  change(80)
  change(40)
  expect(onChange).toHaveBeenCalledTimes(2)
  expect(heights.blockOf(card).head).toBe(40 + FRAME)
})

it('forgets the card of an order that left', () => {
  const { heights } = mountHead()
  const estimated = heights.blockOf(card).head
  heights.measureMounted()
  heights.keep([card])
  expect(heights.blockOf(card).head).not.toBe(estimated)
  heights.keep([])
  expect(heights.blockOf(card).head).toBe(estimated)
})

import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useBackCloses } from './back.ts'

function Layer({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  useBackCloses(isOpen, close)
  return null
}

const layersInHistory = () => history.state?.layers ?? 0
const settle = (layers: number) => vi.waitFor(() => expect(layersInHistory()).toBe(layers))

it('Back closes the topmost of two layers first, and an entry goes with the layer that is closed otherwise', async () => {
  const [closeLower, closeUpper] = [vi.fn(), vi.fn()]
  const layers = (lower: boolean, upper: boolean) => (
    <>
      <Layer isOpen={lower} close={closeLower} />
      <Layer isOpen={upper} close={closeUpper} />
    </>
  )
  const { rerender } = render(layers(true, false))
  await settle(1)
  rerender(layers(true, true))
  await settle(2)
  history.back()
  await vi.waitFor(() => expect(closeUpper).toHaveBeenCalledOnce())
  rerender(layers(true, false))
  await settle(1)
  expect(closeLower).not.toHaveBeenCalled()
  rerender(layers(false, false))
  await settle(0)
  expect([closeLower.mock.calls.length, closeUpper.mock.calls.length]).toEqual([0, 1])
})

it('a layer that stays open when Back is pressed gets its entry again', async () => {
  const close = vi.fn()
  const { rerender } = render(<Layer isOpen close={close} />)
  await settle(1)
  history.back()
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  await settle(1)
  rerender(<Layer isOpen={false} close={close} />)
  await settle(0)
})

it('a layer that replaces another in the same moment adds no entry', async () => {
  const length = () => history.length
  const layers = (first: boolean) => (
    <>
      <Layer isOpen={first} close={() => {}} />
      <Layer isOpen={!first} close={() => {}} />
    </>
  )
  const { rerender, unmount } = render(layers(true))
  await settle(1)
  const before = length()
  rerender(layers(false))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([layersInHistory(), length()]).toEqual([1, before])
  unmount()
  await settle(0)
})

it('a page that replaces its address as soon as Back is pressed gets no entry of a layer', async () => {
  // As the router does, whose listener is added before the code of layers is loaded.
  const leave = () => {
    history.replaceState(null, '', '/left')
    dispatchEvent(new Event('replaceState'))
  }
  addEventListener('popstate', leave)
  const { rerender } = render(<Layer isOpen close={() => {}} />)
  await settle(1)
  const go = vi.spyOn(history, 'go')
  rerender(<Layer isOpen={false} close={() => {}} />)
  await settle(0)
  await new Promise((resolve) => setTimeout(resolve, 20))
  removeEventListener('popstate', leave)
  expect([go.mock.calls, location.pathname]).toEqual([[[-1]], '/left'])
})

it('after a reload, the entry below a layer gets the address that the page has replaced', async () => {
  history.replaceState(null, '', '/menu?table=81')
  history.pushState({ layers: 1, isReplaced: true }, '', '/menu?table=82')
  vi.resetModules()
  await import('./back.ts')
  await settle(0)
  await vi.waitFor(() => expect(location.search).toBe('?table=82'))
})

import { expect, it, vi } from 'vitest'
import { render, screen } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { OrderGrid } from './order-grid.tsx'

it('each card spans the narrow rows that it needs, also after it has grown, and stays in the order of the list', () => {
  const reports = new Map<Element | undefined, ResizeObserverCallback>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      report: ResizeObserverCallback
      constructor(report: ResizeObserverCallback) {
        this.report = report
      }
      observe = (element: Element) => void reports.set(element, this.report)
      unobserve = (element: Element) => void reports.delete(element)
    },
  )
  const orders = [sampleOrder({ id: 2 }), sampleOrder({ id: 1 })]
  const { rerender } = render(<OrderGrid orders={orders} />)
  const cells = screen.getAllByRole('article').map((card) => card.closest('li') as HTMLLIElement)
  expect([...reports.keys()]).toEqual(cells)
  const setHeight = (target: Element | undefined, blockSize: number) =>
    reports.get(target)?.(
      [{ target, borderBoxSize: [{ blockSize, inlineSize: 300 }] } as unknown as ResizeObserverEntry],
      {} as ResizeObserver,
    )
  const rows = () => cells.map(({ style }) => style.gridRow)
  setHeight(cells[0], 600)
  setHeight(cells[1], 121)
  expect(rows()).toEqual(['span 100', 'span 21'])
  setHeight(cells[1], 240)
  expect(rows()).toEqual(['span 100', 'span 40'])
  rerender(<OrderGrid orders={orders.slice(0, 1)} />)
  expect([...reports.keys()]).toEqual([cells[0]])
})

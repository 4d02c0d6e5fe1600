import { Suspense, useState } from 'react'
import { expect, it } from 'vitest'
import { render, screen } from '../../testing/render.tsx'
import { lazyPart } from './lazy-part.tsx'

function Counter({ label }: { label: string }) {
  const [count, setCount] = useState(0)
  return <button type="button" onClick={() => setCount(count + 1)}>{`${label}: ${count}`}</button>
}

const createPart = () => {
  const part = Promise.withResolvers<{ default: typeof Counter }>()
  const Part = lazyPart(() => part.promise)
  const page = (label: string) => (
    <Suspense fallback="nothing yet">
      <Part label={label} />
    </Suspense>
  )
  return { page, prefetch: Part.prefetch, finishLoading: () => part.resolve({ default: Counter }) }
}

it('a lazy part is rendered once its code is loaded, and then keeps its state', async () => {
  const { page, finishLoading } = createPart()
  const { user, rerender } = render(page('dishes'))
  expect(screen.getByText('nothing yet')).toBeDefined()
  finishLoading()
  await user.click(await screen.findByRole('button', { name: 'dishes: 0' }))
  rerender(page('tables'))
  expect(screen.getByRole('button', { name: 'tables: 1' })).toBeDefined()
})

it('a prefetched part is rendered at once', async () => {
  const { page, prefetch, finishLoading } = createPart()
  const prefetched = prefetch()
  finishLoading()
  await prefetched
  render(page('dishes'))
  expect(screen.getByRole('button', { name: 'dishes: 0' })).toBeDefined()
})

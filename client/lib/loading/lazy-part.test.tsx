import { Suspense, useState } from 'react'
import { expect, it } from 'vitest'
import { render, screen, waitFor } from '../../testing/render.tsx'
import { lazyPart } from './lazy-part.tsx'

function Counter({ of }: { of: string }) {
  const [count, setCount] = useState(0)
  return <button type="button" onClick={() => setCount(count + 1)}>{`${of}: ${count}`}</button>
}

const parted = () => {
  const part = Promise.withResolvers<{ default: typeof Counter }>()
  const Part = lazyPart(() => part.promise)
  const page = (of: string) => (
    <Suspense fallback="nothing yet">
      <Part of={of} />
    </Suspense>
  )
  return { page, prefetch: Part.prefetch, come: () => part.resolve({ default: Counter }) }
}

it('is drawn once its code has come, and keeps what it holds', async () => {
  const { page, come } = parted()
  const { user, again } = render(page('dishes'))
  expect(screen.getByText('nothing yet')).toBeDefined()
  come()
  await user.click(await screen.findByRole('button', { name: 'dishes: 0' }))
  again(page('tables'))
  expect(screen.getByRole('button', { name: 'tables: 1' })).toBeDefined()
})

it('is drawn at once where its code was fetched before', async () => {
  const { page, prefetch, come } = parted()
  prefetch()
  come()
  await waitFor(() => {})
  render(page('dishes'))
  expect(screen.getByRole('button', { name: 'dishes: 0' })).toBeDefined()
})

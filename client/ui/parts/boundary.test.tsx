import { lazy, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { render, screen, waitFor } from '../../testing/render.tsx'
import { Part } from './boundary.tsx'

function Dish({ name }: { name?: string }) {
  return <p>{name?.toUpperCase() ?? fail()}</p>
}
function fail(): never {
  throw new Error('no name')
}

function Page({ failure }: { failure?: string }) {
  const [name, setName] = useState<string>()
  return (
    <main>
      <button type="button" onClick={() => setName('soup')}>
        Name it
      </button>
      <Part failure={failure}>
        <Dish name={name} />
      </Part>
    </main>
  )
}

// React reports each failure there.
let report: MockInstance
beforeEach(() => {
  report = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  expect(report).toHaveBeenCalled()
  report.mockClear()
})

describe('a part that fails', () => {
  it('takes itself away alone, and comes back with what it can show', async () => {
    const { user } = render(<Page />)
    expect(screen.getByRole('main').textContent).toBe('Name it')
    await user.click(screen.getByRole('button', { name: 'Name it' }))
    expect(screen.getByText('SOUP')).toBeDefined()
  })

  it('may leave something in its place', () => {
    render(<Page failure="a dish" />)
    expect(screen.getByText('a dish')).toBeDefined()
  })

  it('is as if it never came where its code cannot run', async () => {
    const Broken = lazy(() => Promise.reject(new SyntaxError('Invalid regular expression')))
    render(
      <main>
        Menu
        <Part waiting=" …">
          <Broken />
        </Part>
      </main>,
    )
    await waitFor(() => expect(report).toHaveBeenCalled())
    expect(screen.getByRole('main').textContent).toBe('Menu …')
  })
})

import { beforeEach, expect, it } from 'vitest'
import { useAddressChoice } from '../../lib/browser/address.ts'
import { act, render, screen } from '../../testing/render.tsx'
import { openView, useView, useViewUrl } from './views.tsx'

let renders = 0
function Header() {
  renders += 1
  const view = useView()
  const reportsUrl = useViewUrl('reports')
  const [tab, setTab] = useAddressChoice('tab', ['orders', 'menu'])
  return (
    <button type="button" onClick={() => setTab('menu')}>
      {`${view} ${reportsUrl} ${tab}`}
    </button>
  )
}
function SubTabs() {
  const [, choose] = useAddressChoice('view', ['pending', 'ready'])
  return (
    <button type="button" onClick={() => choose('ready')}>
      ready
    </button>
  )
}

beforeEach(() => {
  history.replaceState(null, '', '/dashboard?tab=orders')
  renders = 0
})

it('neither another sub-tab nor a dialog, which adds an entry to the history, renders the header again', async () => {
  const { user } = render(
    <>
      <Header />
      <SubTabs />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'ready' }))
  act(() => history.pushState({ ...history.state, layers: 1 }, ''))
  expect([location.search, renders]).toEqual(['?tab=orders&view=ready', 1])
  await user.click(screen.getByRole('button', { name: /^undefined/ }))
  expect(screen.getByText('undefined /dashboard?tab=menu&view=reports menu')).toBeDefined()
})

it('a view leads back to the tab and sub-tab of the moment when it was opened', async () => {
  const { user } = render(
    <>
      <Header />
      <SubTabs />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'ready' }))
  act(() => openView('reports'))
  expect(location.search).toBe('?tab=orders&view=reports')
  expect(history.state).toEqual({ board: '/dashboard?tab=orders&view=ready' })
  act(() => openView('before-service'))
  expect(history.state).toEqual({ board: '/dashboard?tab=orders&view=ready' })
  expect(screen.getByText(/^before-service /)).toBeDefined()
})

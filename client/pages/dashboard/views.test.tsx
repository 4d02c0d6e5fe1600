import { beforeEach, expect, it } from 'vitest'
import { openView, useAddressChoice } from '../../lib/browser/dashboard.ts'
import { act, render, screen } from '../../testing/render.tsx'
import { useReportsUrl, useView } from './views.tsx'

let renders = 0
function Header() {
  renders += 1
  const view = useView()
  const reportsUrl = useReportsUrl()
  const [tab, setTab] = useAddressChoice('tab', ['orders', 'menu'])
  return (
    <button type="button" onClick={() => setTab('menu')}>
      {`${view} ${reportsUrl} ${tab}`}
    </button>
  )
}
function SubTabs() {
  const [, choose] = useAddressChoice('list', ['pending', 'ready'])
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
  expect([location.search, renders]).toEqual(['?tab=orders&list=ready', 1])
  await user.click(screen.getByRole('button', { name: /^undefined/ }))
  expect(screen.getByText('undefined /dashboard?tab=menu&view=reports menu')).toBeDefined()
})

it('a view opens above the tab and its list, and takes the place of another view with its choices', async () => {
  const { user } = render(
    <>
      <Header />
      <SubTabs />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'ready' }))
  act(() => openView('reports'))
  act(() => history.replaceState(null, '', `${location.search}&period=today`))
  act(() => openView('before-service'))
  expect(location.search).toBe('?tab=orders&list=ready&view=before-service')
})

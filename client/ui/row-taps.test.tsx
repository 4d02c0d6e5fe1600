import { expect, it, vi } from 'vitest'
import { render, screen, waitFor } from '../testing/render.tsx'
import { RowMenu, RowSelect, useRowTaps } from './index.ts'

type Name = 'plain' | 'menu' | 'select'

/** Two rows of three buttons; reports what was tapped or chosen. */
function Rows({ report }: { report: (...what: unknown[]) => void }) {
  const { taps, opened, close } = useRowTaps<Name>(({ id }) => report(id))
  const at = (name: Name) => (opened?.name === name ? opened : undefined)
  return (
    <>
      <ul {...taps}>
        {[1, 2].map((id) => (
          <li key={id} data-row={id}>
            <button type="button" data-tap="plain">
              <b>Plain {id}</b>
            </button>
            <button type="button" data-tap="menu" aria-haspopup="menu" aria-expanded="false">
              Menu {id}
            </button>
            <button
              type="button"
              role="combobox"
              aria-label={`Select ${id}`}
              data-tap="select"
              aria-haspopup="listbox"
              aria-expanded="false"
            >
              b
            </button>
          </li>
        ))}
      </ul>
      <RowMenu
        tap={at('menu')}
        actions={['print', 'copy'].map((label) => ({ label, onChoose: () => report(opened?.id, label) }))}
        onClose={close}
      />
      <RowSelect
        tap={at('select')}
        value="b"
        options={['a', 'b', 'c'].map((value) => ({ value, label: value }))}
        onChoose={(value) => report(opened?.id, value)}
        onClose={close}
      />
    </>
  )
}

function open() {
  const report = vi.fn()
  const { user } = render(<Rows report={report} />)
  const button = (name: string) => screen.getByRole(name.startsWith('Select') ? 'combobox' : 'button', { name })
  return { user, report, button }
}

it('a tap within a button tells the row and what the button is for', async () => {
  const { user, report } = open()
  await user.click(screen.getByText('Plain 2'))
  expect(report.mock.calls).toEqual([[2]])
})

it('the menu opens at the tapped button, is closed by a second tap, and gives the focus back before its action', async () => {
  const { user, report, button } = open()
  await user.click(button('Menu 2'))
  const menu = await screen.findByRole('menu')
  expect(button('Menu 2').getAttribute('aria-expanded')).toBe('true')
  expect(button('Menu 2').getAttribute('aria-controls')).toBe(menu.id)
  expect(button('Menu 1').getAttribute('aria-expanded')).toBe('false')
  await user.click(button('Menu 2'))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(button('Menu 2').getAttribute('aria-expanded')).toBe('false')
  await user.click(button('Menu 2'))
  report.mockImplementation(() => expect(document.activeElement).toBe(button('Menu 2')))
  await user.click(await screen.findByRole('menuitem', { name: 'copy' }))
  expect(report.mock.calls).toEqual([[2, 'copy']])
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

it('a press outside closes the menu, and one on another button opens it there', async () => {
  const { user, button } = open()
  await user.click(button('Menu 1'))
  await screen.findByRole('menu')
  await user.click(button('Menu 2'))
  await waitFor(() => expect(button('Menu 2').getAttribute('aria-expanded')).toBe('true'))
  expect(button('Menu 1').getAttribute('aria-expanded')).toBe('false')
  await user.click(document.body)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

it.each(['{Enter}', '{ArrowDown}'])('%s opens the menu with its first action; Escape and Tab leave it', async (key) => {
  const { user, button } = open()
  button('Menu 1').focus()
  await user.keyboard(key)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'print' })))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'copy' })))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button('Menu 1')))
  await user.keyboard(key)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'print' })))
  await user.tab()
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button('Select 1')))
})

it('the list of values opens at its present one, by an arrow key too, and reports another', async () => {
  const { user, report, button } = open()
  button('Select 2').focus()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('option', { name: 'b' })))
  report.mockImplementation(() => expect(document.activeElement).toBe(button('Select 2')))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(report.mock.calls).toEqual([[2, 'c']])
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(document.activeElement).toBe(button('Select 2'))
})

import { useRef, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { act, render, screen, waitFor } from '../../testing/render.tsx'
import { Dialog, type Question } from '../../ui/index.ts'
import { Questions } from '../../ui/overlays/confirm-dialog.tsx'
import { ask as askHost } from '../../ui/overlays/question-host.tsx'
import { confirm } from './confirm.tsx'

const answered = vi.fn<(isConfirmed: boolean) => void>()

/** A button that asks, and another one that may get the focus after. */
function Asking({ question }: { question: Partial<Question> }) {
  const other = useRef<HTMLButtonElement>(null)
  const focusAfter = question.focusAfter && other
  const ask = () => confirm({ title: 'Free?', confirm: 'Free', ...question, focusAfter }).then(answered)
  return (
    <>
      <button type="button" onClick={() => void ask()}>
        Ask
      </button>
      <button type="button" ref={other}>
        Other
      </button>
    </>
  )
}

async function open(question: Partial<Question> = {}, content = <Asking question={question} />) {
  answered.mockClear()
  const view = render(content, { language: 'en' })
  await view.user.click(screen.getByRole('button', { name: 'Ask' }))
  await screen.findByRole('alertdialog', { name: 'Free?' })
  return { ...view, press: (name: string) => view.user.click(screen.getByRole('button', { name })) }
}
const isGone = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
const focused = () => document.activeElement?.textContent

describe('a question', () => {
  it.each([
    ['Free', true],
    ['Cancel', false],
  ])('answered by “%s” closes, and returns the focus to what asked', async (name, isConfirmed) => {
    const { press } = await open()
    await press(name)
    await isGone()
    expect(answered.mock.calls).toEqual([[isConfirmed]])
    await waitFor(() => expect(focused()).toBe('Ask'))
  })

  it('is declined when the page that shows it is made anew', async () => {
    const { unmount } = await open()
    unmount()
    await waitFor(() => expect(answered.mock.calls).toEqual([[false]]))
  })

  it('is declined by Esc', async () => {
    const { user } = await open()
    await user.keyboard('{Escape}')
    await isGone()
    expect(answered.mock.calls).toEqual([[false]])
  })

  it('stays while its action is under way, and after a failure', async () => {
    let end: (error?: Error) => void = () => {}
    const action = vi.fn(
      () => new Promise<void>((resolve, reject) => (end = (error) => (error ? reject(error) : resolve()))),
    )
    const { user, press } = await open({ action })
    await press('Free')
    await press('Free')
    await user.keyboard('{Escape}')
    expect(action).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button', { name: 'Free' }).getAttribute('aria-busy')).toBe('true')
    await act(async () => end(new Error('No')))
    expect(screen.getByRole('alertdialog')).toBeDefined()
    expect(answered).not.toHaveBeenCalled()
    await press('Free')
    await act(async () => end())
    await isGone()
    expect(answered.mock.calls).toEqual([[true]])
  })

  it('gives the focus to something else where the button that asked is removed, but not if it is declined', async () => {
    const { press } = await open({ focusAfter: { current: null } })
    await press('Cancel')
    await waitFor(() => expect(focused()).toBe('Ask'))
    await press('Ask')
    await press('Free')
    await waitFor(() => expect(focused()).toBe('Other'))
  })

  it('has what to fill in, which may confirm it', async () => {
    const { press } = await open({
      body: (confirmIt) => (
        <button type="button" onClick={confirmIt}>
          Enter
        </button>
      ),
    })
    await press('Enter')
    await isGone()
    expect(answered.mock.calls).toEqual([[true]])
  })

  it('asked before the page has a place for it is shown once there is one', async () => {
    askHost(Questions, { id: Symbol(), question: { title: 'Print?', confirm: 'Print' }, answer: answered })
    render(<p>Page</p>, { language: 'en' })
    expect(await screen.findByRole('alertdialog', { name: 'Print?' })).toBeDefined()
  })

  it('waits for the one that is open', async () => {
    const { press } = await open()
    act(() => void confirm({ title: 'Print?', confirm: 'Print' }).then(answered))
    await press('Free')
    await screen.findByRole('alertdialog', { name: 'Print?' })
    await press('Print')
    await isGone()
    expect(answered).toHaveBeenCalledTimes(2)
  })

  it('asked in a dialog stands above it: Esc closes the question alone', async () => {
    function InDialog() {
      const [isOpen, setOpen] = useState(true)
      return (
        <Dialog open={isOpen} onOpenChange={setOpen} title="Table 5">
          <Asking question={{}} />
        </Dialog>
      )
    }
    const { user } = await open({}, <InDialog />)
    await user.keyboard('{Escape}')
    await isGone()
    expect(screen.getByRole('dialog', { name: 'Table 5' })).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  const look = () =>
    screen.getAllByRole('button').map(({ textContent, className }) => [textContent, className] as const)

  it('that loses something has the safe answer first, as the solid one', async () => {
    await open({ isDestructive: true })
    const [safe, loses] = look().filter(([text]) => text === 'Cancel' || text === 'Free')
    expect([safe?.[0], loses?.[0]]).toEqual(['Cancel', 'Free'])
    expect(safe?.[1]).toContain('bg-ink')
    expect(loses?.[1]).not.toMatch(/bg-(cancelled|accent) /)
  })

  it('that loses nothing has the deed as the solid one', async () => {
    await open()
    expect(look().find(([text]) => text === 'Free')?.[1]).toContain('bg-accent')
  })
})

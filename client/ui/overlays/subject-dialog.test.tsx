import { Profiler, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { render, screen, waitFor } from '../../testing/render.tsx'
import { Dialog } from './dialog.tsx'
import { SubjectDialog } from './subject-dialog.tsx'

interface Table {
  id: number
  name: string
}

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name}: {count}
    </button>
  )
}

const show = (subject: Table | null) => (
  <SubjectDialog subject={subject}>
    {({ name }, open) => (
      <>
        <p>{open ? `${name} is open` : `${name} closes`}</p>
        <Counter name={name} />
        <Dialog open={open} onOpenChange={() => {}} title={name} />
      </>
    )}
  </SubjectDialog>
)
/** What the library mounts one after another: the portal's container, its node, the popup, its element, the guards. */
const LIBRARYS_COMMITS = 5
const FIVE = { id: 5, name: 'Table 5' }
const SEVEN = { id: 7, name: 'Table 7' }

describe('a dialog about a subject', () => {
  it('is not mounted before it is first opened, and keeps its subject while it fades out', async () => {
    const { rerender } = render(show(null))
    expect(screen.queryByText(/closes/)).toBeNull()
    rerender(show(FIVE))
    expect(await screen.findByRole('dialog', { name: 'Table 5' })).toBeDefined()
    rerender(show(null))
    expect(screen.getByText('Table 5 closes')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('opens in one commit more than the library takes, with the focus in it', async () => {
    let commits = 0
    const counted = (subject: Table | null) => (
      <Profiler id="dialog" onRender={() => commits++}>
        {show(subject)}
      </Profiler>
    )
    const { rerender } = render(counted(null))
    commits = 0
    rerender(counted(FIVE))
    const dialog = await screen.findByRole('dialog', { name: 'Table 5' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    expect(commits).toBeLessThanOrEqual(1 + LIBRARYS_COMMITS)
  })

  it('shows its subject as it is now, with what was done in it', async () => {
    const { user, rerender } = render(show(FIVE))
    await user.click(await screen.findByText('Table 5: 0'))
    rerender(show({ id: 5, name: 'Terrace' }))
    expect(screen.getByText('Terrace: 1')).toBeDefined()
  })

  it.each([
    ['of another subject', [SEVEN], 'Table 7: 0'],
    ['after the last one was closed', [null, FIVE], 'Table 5: 0'],
  ])('shows nothing of the last one at the opening %s', async (_, subjects, text) => {
    const { user, rerender } = render(show(FIVE))
    await user.click(await screen.findByText('Table 5: 0'))
    for (const subject of subjects) rerender(show(subject))
    expect(await screen.findByText(text)).toBeDefined()
  })

  it.each([
    ['number', 5, 7],
    ['object without an id', { table: 5 }, { table: 7 }],
  ])('takes a %s for itself, and begins anew for another', async (_, first, second) => {
    const about = (subject: unknown) => (
      <SubjectDialog subject={subject}>{() => <Counter name="Table" />}</SubjectDialog>
    )
    const { user, rerender } = render(about(first))
    await user.click(await screen.findByText('Table: 0'))
    rerender(about(first))
    expect(screen.getByText('Table: 1')).toBeDefined()
    rerender(about(second))
    expect(screen.getByText('Table: 0')).toBeDefined()
  })
})

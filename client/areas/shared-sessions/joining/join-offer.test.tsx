import { afterEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { render, screen, waitFor } from '../../../testing/render.tsx'
import { currentToasts, dismissToast, toast } from '../../../ui/toast/store.ts'
import { SESSION_END, tableStore } from '../table-store.ts'
import JoinOffer from './join-offer.tsx'

// In the tests' browser every page has a parent.
vi.mock('../../../lib/browser/beside-board.ts', () => ({ isBesideBoard: false }))

const openToasts = () => currentToasts().flatMap(({ title, open }) => (open ? [title] : []))

afterEach(() => {
  tableStore.setState({ ended: null })
  for (const { id } of currentToasts()) dismissToast(id)
})

describe.each(LANGUAGES)('the offer to join after a session has ended (%s)', (language) => {
  it.each(['closed', 'expired'] as const)('says that it is %s, in place of the toast', async (ended) => {
    tableStore.setState({ ended })
    toast({ title: 'ended', subject: SESSION_END })
    const { t } = render(<JoinOffer />, { language })
    expect(screen.getByRole('alert').textContent).toContain(t(`sharedTable.${ended}`))
    await waitFor(() => expect(openToasts()).toEqual([]))
  })

  it('leaves other toasts', async () => {
    toast({ title: 'Saved' })
    const { t } = render(<JoinOffer />, { language })
    expect(await screen.findByText(t('sharedTable.offer'))).toBeDefined()
    expect(openToasts()).toEqual(['Saved'])
  })
})

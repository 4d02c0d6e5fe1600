import { describe, expect, it } from 'vitest'
import type { SharedLine } from '#shared/contracts/shared-sessions.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { act, render, screen } from '../../testing/render.tsx'
import { sampleDish, sampleSharedLine } from '../../testing/samples.ts'
import { SharedCartRow } from './shared-cart-row.tsx'
import { tableStore } from './table-store.ts'

const LINE = sampleSharedLine()

describe.each(LANGUAGES)('a line of the shared cart (%s)', (language) => {
  const name = language === 'ro' ? 'Ciorbă' : 'Sour soup'
  const row = (line: SharedLine) => <SharedCartRow line={line} dish={sampleDish()} isOwn />

  it('with a sold-out dish says so, and its quantity can only be reduced', () => {
    const { t, rerender } = render(row({ ...LINE, isOrderable: false }), { language })
    const button = (key: 'menu.more' | 'menu.less') => screen.getByRole('button', { name: t(key, { name }) })
    expect(screen.getByText(t('sharedTable.soldOut'))).toBeDefined()
    expect([button('menu.more'), button('menu.less')].map((element) => element.hasAttribute('disabled'))).toEqual([
      true,
      false,
    ])
    rerender(row(LINE))
    expect(screen.queryByText(t('sharedTable.soldOut'))).toBeNull()
    expect(button('menu.more')).toHaveProperty('disabled', false)
  })

  it('limits its note to the characters that the other notes of the table leave', async () => {
    const line = { ...LINE, notes: 'fără sare' }
    const otherLines = Array.from({ length: 14 }, (_, i) => ({ ...LINE, id: 10 + i, notes: 'n'.repeat(140) }))
    tableStore.setState({ shown: { lines: [line, ...otherLines], guests: [] } })
    const { user, t, rerender } = render(row(line), { language })
    await user.click(screen.getByRole('button', { name: new RegExp(t('cart.noteFor', { name })) }))
    const field = () => screen.getByRole('textbox', { name: t('cart.noteFor', { name }) })
    expect(field().getAttribute('maxlength')).toBe('40')
    // An existing note may stay, and may be shortened.
    act(() => tableStore.setState({ shown: { lines: [line, ...otherLines, ...otherLines], guests: [] } }))
    expect(field().getAttribute('maxlength')).toBe('9')
    expect(screen.getByText(t('cart.notesFull'))).toBeDefined()
    act(() => tableStore.setState({ shown: { lines: [], guests: [] } }))
    rerender(row(line))
    expect(field().getAttribute('maxlength')).toBe('500')
  })
})

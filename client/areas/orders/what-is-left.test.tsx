import { describe, expect, it } from 'vitest'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { setPortions } from '#shared/contracts/menu/menu-editing.ts'
import { fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import WhatIsLeft from './what-is-left.tsx'

describe('the portions left of a dish', () => {
  const open = (portionsLeft: number | null) => {
    const dish = sampleDish({ portionsLeft })
    fakeApi.answers(getMenu, [dish])
    const { t, user } = render(<WhatIsLeft menuItemId={dish.id} />)
    const field = () => screen.getByLabelText<HTMLInputElement>(t('soldOut.portions'))
    const press = (key: 'count' | 'notCounted') => user.click(screen.getByRole('button', { name: t(`soldOut.${key}`) }))
    const sent = () => fakeApi.callsOf(setPortions).map(({ path, body }) => ({ path, body }))
    return { t, user, dish, field, press, sent, path: `/api/menu/${dish.id}/portions` }
  }

  it('are set to a number of at most four digits, and shown as the server counts them', async () => {
    const { user, t, dish, field, press, sent, path } = open(null)
    expect(screen.queryByRole('button', { name: t('soldOut.notCounted') })).toBeNull()
    await press('count')
    expect(sent()).toEqual([])
    await user.fill(field(), '1a2345')
    expect(field().value).toBe('1234')
    // An order arrived meanwhile.
    fakeApi.answers(setPortions, { ...dish, portionsLeft: 1233 })
    await press('count')
    await waitFor(() => expect(field().value).toBe('1233'))
    expect(sent()).toEqual([{ path, body: { left: 1234 } }])
  })

  it('are no longer counted on request, and what was typed stays if that fails', async () => {
    const { user, t, dish, field, press, sent, path } = open(6)
    await waitFor(() => expect(field().value).toBe('6'))
    await user.fill(field(), '4')
    fakeApi.refuses(setPortions, 500, { message: 'No', code: 'internal' })
    await press('notCounted')
    expect(await screen.findByText(t('common.notChanged'))).toBeDefined()
    expect(field().value).toBe('4')
    fakeApi.answers(setPortions, { ...dish, portionsLeft: null })
    await press('notCounted')
    await waitFor(() => expect(field().value).toBe(''))
    expect(sent().at(-1)).toEqual({ path, body: { left: null } })
  })
})

import { describe, expect, it, vi } from 'vitest'
import { createProgram, listPrograms, type Program, removeProgram } from '#shared/contracts/programs.ts'
import { listWebhooks } from '#shared/contracts/webhooks.ts'
import { dialog, fakeApi, render, screen, waitFor, within } from '../../../testing/render.tsx'
import { ProgramSettings } from './programs.tsx'
import { bodiesOf } from './users.fixture.tsx'

const TILL: Program = {
  ...{ id: 1, name: 'Casa de marcat', scopes: ['orders:read', 'reports:read'], lastUsedAt: null },
  createdAt: '2026-11-20T18:05:00.000Z',
}
const TOKEN = `masa_${'x'.repeat(40)}`

describe('the settings of other programs', () => {
  const open = (programs: Program[]) => {
    fakeApi.answers(listPrograms, programs)
    fakeApi.answers(listWebhooks, [])
    return render(<ProgramSettings />)
  }

  it('lists each with what it may do, and when it was last used', async () => {
    const { t } = open([TILL, { ...TILL, id: 2, name: 'Relay', lastUsedAt: '2026-11-21T09:15:00.000Z' }])
    const till = await screen.findByRole('listitem', { name: TILL.name })
    expect(till.textContent).toContain(t('users.programs.scopes.reports:read'))
    expect(till.textContent).toContain(t('users.programs.lastUsed', { moment: t('users.never') }))
    expect(screen.getByRole('listitem', { name: 'Relay' }).textContent).toContain('11:15')
  })

  it('makes a token once name and scopes are chosen, and shows it to be copied', async () => {
    const { user, t } = open([])
    await user.click(await screen.findByRole('button', { name: t('users.programs.add') }))
    const form = await dialog(t('users.programs.addTitle'))
    const make = form.getByRole('button', { name: t('users.programs.make') })
    await user.click(make)
    expect(await form.findByText(t('validation.atLeastEntries', { count: 1 }))).toBeDefined()
    expect(fakeApi.callsOf(createProgram)).toEqual([])

    fakeApi.answers(createProgram, { ...TILL, token: TOKEN })
    fakeApi.answers(listPrograms, [TILL])
    await user.fill(form.getByLabelText(t('customers.name')), TILL.name)
    for (const scope of ['reports:read', 'orders:read'] as const)
      await user.click(form.getByRole('switch', { name: t(`users.programs.scopes.${scope}`) }))
    await user.click(make)
    expect(await form.findByLabelText(t('users.programs.token'))).toHaveProperty('value', TOKEN)
    expect(bodiesOf(createProgram)).toEqual([{ name: TILL.name, scopes: TILL.scopes }])
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(form.getByRole('button', { name: t('common.copy') }))
    expect(await screen.findByText(t('common.copied'))).toBeDefined()
    expect(write).toHaveBeenCalledWith(TOKEN)
    write.mockRestore()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText(TOKEN)).toBeNull())
    expect(await screen.findByRole('listitem', { name: TILL.name })).toBeDefined()
  })

  it('revokes a token once that is confirmed', async () => {
    const { user, t } = open([TILL])
    const revoke = `${t('users.programs.revoke')}: ${TILL.name}`
    await user.click(await screen.findByRole('button', { name: revoke }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(fakeApi.callsOf(removeProgram)).toEqual([])
    fakeApi.answers(removeProgram, undefined)
    fakeApi.answers(listPrograms, [])
    await user.click(question.getByRole('button', { name: t('users.programs.revoke') }))
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
  })
})

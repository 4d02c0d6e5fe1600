import { describe, expect, it } from 'vitest'
import { changeSettings, getSettings } from '#shared/contracts/settings.ts'
import { getTables, renewTableKey } from '#shared/contracts/tables.ts'
import { dialog, fakeApi, SETTINGS, screen, textBelow, waitFor } from '../../../testing/render.tsx'
import { qrOf } from '../../codes/index.ts'
import { bodiesOf, ONE, openTables, pathsOf, SESSION, THREE, TWO } from './tables.fixture.tsx'

describe('the keys in table codes', () => {
  const KEYED = [ONE, TWO, THREE].map((table) => ({ ...table, key: `k3y-of_${table.number}` }))
  const codeOf = (id: number, key = '') => qrOf(`https://conac.example/menu?table=${id}${key}`).path
  const pathOf = (code: HTMLElement) => code.querySelector('path')?.getAttribute('d')
  const setKeysRequired = (tableKeysRequired: boolean) => {
    fakeApi.answers(getSettings, { ...SETTINGS, tableKeysRequired })
    fakeApi.answers(changeSettings, { ...SETTINGS, tableKeysRequired })
  }

  it('are required by a switch, which warns that the codes must be printed again and offers to print them', async () => {
    const { user, t, code, confirmation } = await openTables('en', { tables: KEYED })
    const codePath = () => pathOf(code(3))
    const keys = () => screen.getByRole('switch', { name: t('tables.keys.label') })
    // Codes are drawn after the cards.
    await waitFor(() => expect([codePath(), textBelow(keys())]).toEqual([codeOf(43), t('tables.keys.off')]))
    await user.click(keys())
    const question = await confirmation(t('tables.keys.askTitle'))
    expect(question.getByText(t('tables.keys.print'))).toBeDefined()
    await user.click(question.getByRole('button', { name: t('common.cancel') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect([bodiesOf(changeSettings), keys().getAttribute('aria-checked')]).toEqual([[], 'false'])
    await user.click(keys())
    setKeysRequired(true)
    const again = await confirmation(t('tables.keys.askTitle'))
    await user.click(again.getByRole('button', { name: t('tables.keys.onAndPrint') }))
    expect(await dialog(t('tables.codes.title'))).toBeDefined()
    expect(bodiesOf(changeSettings)).toEqual([{ tableKeysRequired: true }])
    await user.click((await dialog(t('tables.codes.title'))).getByRole('button', { name: t('common.close') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([keys().getAttribute('aria-checked'), textBelow(keys())]).toEqual(['true', t('tables.keys.on')])
    await waitFor(() => expect(codePath()).toBe(codeOf(43, '&key=k3y-of_3')))
    setKeysRequired(false)
    await user.click(keys())
    await waitFor(() => expect(keys().getAttribute('aria-checked')).toBe('false'))
    await waitFor(() => expect(codePath()).toBe(codeOf(43)))
    expect(bodiesOf(changeSettings)).toEqual([{ tableKeysRequired: true }, { tableKeysRequired: false }])
  })

  it('are missing on phones that sat down before: the card says how many, while keys are required', async () => {
    const sessions = [{ ...SESSION, unproven: 2 }]
    const { t, unmount } = await openTables('en', { tables: KEYED, sessions })
    expect(await screen.findByText(/Ana, Mihai/)).toBeDefined()
    expect(screen.queryByText(t('tables.unproven', { count: 2 }))).toBeNull()
    unmount()
    await openTables('en', { tables: KEYED, sessions, settings: { tableKeysRequired: true } })
    expect(await screen.findByText(t('tables.unproven', { count: 2 }))).toBeDefined()
  })

  it('stay as they were if the server rejects the change, and the question stays open', async () => {
    fakeApi.refuses(changeSettings, 500, { message: 'Nu' })
    const { user, t, confirmation } = await openTables('en', { tables: KEYED })
    await user.click(screen.getByRole('switch', { name: t('tables.keys.label') }))
    const question = await confirmation(t('tables.keys.askTitle'))
    await user.click(question.getByRole('button', { name: t('tables.keys.onAndPrint') }))
    expect(await screen.findByText(t('common.notChanged'))).toBeDefined()
    expect(screen.getByRole('alertdialog')).toBeDefined()
  })

  it('are renewed after a confirmation, which changes the code at once and offers to print it', async () => {
    const { user, t, code, choose, confirmation } = await openTables('en', {
      tables: KEYED,
      settings: { tableKeysRequired: true },
    })
    const renewed = { ...THREE, key: 'new-key3' }
    fakeApi.answers(renewTableKey, renewed)
    await choose(3, t('tables.newCode'))
    const alert = await confirmation(t('tables.newCodeTitle', { number: 3 }))
    expect(alert.getByText(t('tables.newCodeDescription'))).toBeDefined()
    fakeApi.answers(getTables, [renewed])
    await user.click(alert.getByRole('button', { name: t('common.newCode') }))
    expect(
      (await dialog(t('tables.codes.title'))).getByRole('button', { name: t('tables.codes.printThese', { count: 1 }) }),
    ).toBeDefined()
    expect(pathsOf(renewTableKey)).toEqual([`/api/tables/${THREE.id}/key`])
    expect(await screen.findByText(t('tables.newCodeDone', { number: 3 }))).toBeDefined()
    await user.click((await dialog()).getByRole('button', { name: t('common.close') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(pathOf(code(3))).toBe(codeOf(43, '&key=new-key3')))
  })

  it('cannot be renewed while they are not required', async () => {
    const { t, press } = await openTables('en', { tables: KEYED })
    await press(t('tables.more', { number: 3 }))
    expect(await screen.findByRole('menuitem', { name: t('tables.printCode') })).toBeDefined()
    expect(screen.queryByRole('menuitem', { name: t('tables.newCode') })).toBeNull()
  })
})

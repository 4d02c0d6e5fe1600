import { describe, expect, it } from 'vitest'
import {
  exportCsv,
  importSample,
  lastImport,
  type PastImport,
  undoImport,
} from '#shared/contracts/menu/menu-imports.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { paths } from '../../../lib/browser/paths.ts'
import { act, dialog, fakeApi, render, screen, waitFor } from '../../../testing/render.tsx'
import { MenuImportExport } from '../menu-toolbar.tsx'
import { LAST_IMPORT, NO_CHANGES } from './import-menu.fixture.tsx'
import { offerUndo, useSampleImport } from './undo-import.tsx'

function SampleButton() {
  const { add } = useSampleImport()
  return (
    <button type="button" onClick={add}>
      +
    </button>
  )
}

describe.each(LANGUAGES)('undoing the last import (%s)', (language) => {
  const openDialog = async (last: PastImport | null) => {
    fakeApi.answers(lastImport, last)
    const rendered = render(<MenuImportExport />, { language })
    const { t, user } = rendered
    await user.click(screen.getByRole('button', { name: t('menuImports.more') }))
    await user.click(await screen.findByRole('menuitem', { name: t('menuImports.undo') }))
    return { ...rendered, shown: await dialog(t('menuImports.undoTitle')) }
  }

  it('shows the last import, and undoes it on confirmation', async () => {
    const { t, user, shown } = await openDialog(LAST_IMPORT)
    const moment = language === 'ro' ? '20 nov 2026, 20:05' : '20 Nov 2026, 20:05'
    expect(await shown.findByText(t('menuImports.lastBy', { moment, username: 'ana' }))).toBeDefined()
    expect(shown.getByText(t('menuImports.kinds.csv'))).toBeDefined()
    expect(
      shown.getByText(`${t('menuImports.lastAdded', { count: 2 })} · ${t('menuImports.lastChanged', { count: 1 })}`),
    ).toBeDefined()
    const release = fakeApi.holds(undoImport, { message: 'Importul a fost anulat' })
    await user.click(shown.getByRole('button', { name: t('menuImports.undo') }))
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeDefined()
    release()
    expect(await screen.findByText('Importul a fost anulat')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fakeApi.callsOf(undoImport).map(({ query }) => query)).toEqual([{ at: LAST_IMPORT.at }])
  })

  it('is offered by a toast, which disappears with the menu tab', async () => {
    const { t, user, rerender } = render(<MenuImportExport />, { language })
    act(() => offerUndo('3 adăugate'))
    expect(await screen.findByText('3 adăugate')).toBeDefined()
    rerender(null)
    expect(screen.queryByRole('button', { name: t('orders.undo') })).toBeNull()
    rerender(<MenuImportExport />)
    act(() => offerUndo('3 adăugate'))
    fakeApi.answers(lastImport, LAST_IMPORT)
    await user.click(await screen.findByRole('button', { name: t('orders.undo') }))
    expect(await dialog(t('menuImports.undoTitle'))).toBeDefined()
  })

  it('is offered where the sample’s dishes were added, and opens on the Menu tab', async () => {
    const { t, user, rerender } = render(<SampleButton />, { language })
    fakeApi.answers(importSample, { ...NO_CHANGES, added: 163, message: '163 adăugate' })
    await user.click(screen.getByRole('button'))
    const undo = await screen.findByRole('button', { name: t('orders.undo') })
    // A toast takes clicks only after an effect of its list.
    await waitFor(() => user.click(undo))
    expect(`${location.pathname}${location.search}`).toBe(paths.dashboardTab('menu'))
    fakeApi.answers(lastImport, LAST_IMPORT)
    rerender(<MenuImportExport />)
    expect(await dialog(t('menuImports.undoTitle'))).toBeDefined()
  })

  it('shows the server’s message if it is rejected, and that its result is unknown if no response arrives', async () => {
    const { t, user, shown } = await openDialog(LAST_IMPORT)
    fakeApi.refuses(undoImport, 409, { code: 'import_not_undoable', message: 'Nu se mai poate' })
    await user.click(await shown.findByRole('button', { name: t('menuImports.undo') }))
    expect(await screen.findByText('Nu se mai poate')).toBeDefined()
    expect(screen.getByText(t('menuImports.undoFailed'))).toBeDefined()
    fakeApi.isOutOfReach(undoImport)
    await user.click(await shown.findByRole('button', { name: t('menuImports.undo') }))
    await screen.findByText(t('menuImports.unknown'))
    expect(screen.queryByText(t('menuImports.undoFailed'))).toBeNull()
  })

  it('is not offered if there is no import, or if it can no longer be undone', async () => {
    const { t, user, shown } = await openDialog(null)
    expect(await shown.findByText(t('menuImports.noLast'))).toBeDefined()
    expect(shown.queryByRole('button', { name: t('menuImports.undo') })).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fakeApi.answers(lastImport, { ...LAST_IMPORT, undoable: false })
    await user.click(screen.getByRole('button', { name: t('menuImports.more') }))
    await user.click(await screen.findByRole('menuitem', { name: t('menuImports.undo') }))
    const reopened = await dialog(t('menuImports.undoTitle'))
    expect(await reopened.findByText(t('menuImports.notUndoable'))).toBeDefined()
    expect(reopened.queryByRole('button', { name: t('menuImports.undo') })).toBeNull()
  })
})

describe.each(LANGUAGES)('the menu’s CSV file (%s)', (language) => {
  it('has three buttons, and shows the server’s message if it cannot be exported', async () => {
    fakeApi.refuses(exportCsv, 500, { message: 'Fum în bucătărie' })
    const { t, user } = render(<MenuImportExport />, { language })
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      language === 'en'
        ? ['Download CSV template', 'Export menu CSV', 'Import CSV', '']
        : ['Descărcați modelul CSV', 'Exportați meniul CSV', 'Importați CSV', ''],
    )
    await user.click(screen.getByRole('button', { name: t('menuImports.export') }))
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    expect(screen.getByText(t('common.notDownloaded'))).toBeDefined()
  })
})

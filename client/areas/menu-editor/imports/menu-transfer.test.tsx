import { describe, expect, it } from 'vitest'
import {
  exportCsv,
  importSample,
  lastImport,
  type PastImport,
  undoImport,
} from '#shared/contracts/menu/menu-imports.ts'
import { fakeApi, render, screen, waitFor, within } from '../../../testing/render.tsx'
import { LAST_IMPORT, NO_CHANGES } from './import-menu.fixture.tsx'
import { MenuImportExport } from './menu-files.tsx'
import { useSampleImport } from './undo-import.tsx'

function SampleButton() {
  const { add } = useSampleImport()
  return (
    <button type="button" onClick={add}>
      +
    </button>
  )
}

describe('undoing the last import', () => {
  const chooseUndo = async (last: PastImport | null) => {
    fakeApi.answers(lastImport, last)
    const rendered = render(<MenuImportExport />)
    const { t, user } = rendered
    await user.click(screen.getByRole('button', { name: t('menuImports.more') }))
    await user.click(await screen.findByRole('menuitem', { name: t('menuImports.undo') }))
    return rendered
  }
  const question = async () => within(await screen.findByRole('alertdialog'))

  it('names the last import, and undoes it on confirmation', async () => {
    const { t, user } = await chooseUndo(LAST_IMPORT)
    const shown = await question()
    const moment = '20 Nov 2026, 20:05'
    const what = [
      t('menuImports.kinds.csv'),
      t('menuImports.lastAdded', { count: 2 }),
      t('menuImports.lastChanged', { count: 1 }),
      t('menuImports.lastBy', { moment, username: 'ana' }),
    ]
    expect(shown.getByText(`${what.join(' · ')}. ${t('menuImports.undoDescription')}`)).toBeDefined()
    fakeApi.answers(undoImport, { message: 'Importul a fost anulat' })
    await user.click(shown.getByRole('button', { name: t('menuImports.undo') }))
    expect(await screen.findByText('Importul a fost anulat')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fakeApi.callsOf(undoImport).map(({ query }) => query)).toEqual([{ at: LAST_IMPORT.at }])
  })

  it('is offered where the sample’s dishes were added', async () => {
    const { t, user } = render(<SampleButton />)
    fakeApi.answers(importSample, { ...NO_CHANGES, added: 163, message: '163 adăugate' })
    fakeApi.answers(lastImport, LAST_IMPORT)
    await user.click(screen.getByRole('button'))
    expect(await screen.findByText('163 adăugate')).toBeDefined()
    const undo = await screen.findByRole('button', { name: t('orders.undo') })
    // A toast takes clicks only after an effect of its list.
    await waitFor(() => user.click(undo))
    expect((await question()).getByText(t('menuImports.undoTitle'))).toBeDefined()
  })

  it('shows the server’s message if it is rejected', async () => {
    const { t, user } = await chooseUndo(LAST_IMPORT)
    fakeApi.refuses(undoImport, 409, { code: 'import_not_undoable', message: 'Nu se mai poate' })
    await user.click((await question()).getByRole('button', { name: t('menuImports.undo') }))
    expect(await screen.findByText('Nu se mai poate')).toBeDefined()
    expect(screen.getByText(t('menuImports.undoFailed'))).toBeDefined()
  })

  it('is not asked if there is no import, or if it can no longer be undone', async () => {
    const { t, unmount } = await chooseUndo(null)
    expect(await screen.findByText(t('menuImports.noLast'))).toBeDefined()
    unmount()
    await chooseUndo({ ...LAST_IMPORT, undoable: false })
    expect(await screen.findByText(t('menuImports.notUndoable'))).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('the menu’s CSV file', () => {
  it('has three buttons, and shows the server’s message if it cannot be exported', async () => {
    fakeApi.refuses(exportCsv, 500, { message: 'Fum în bucătărie' })
    const { t, user } = render(<MenuImportExport />)
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Download CSV template',
      'Export menu CSV',
      'Import CSV',
      '',
    ])
    await user.click(screen.getByRole('button', { name: t('menuImports.export') }))
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    expect(screen.getByText(t('common.notDownloaded'))).toBeDefined()
  })
})

import { fireEvent } from '@testing-library/react'
import { importMenu, type MenuOutcome, type PastImport } from '#shared/contracts/menu/menu-imports.ts'
import { dialog, fakeApi, render, screen } from '../../../testing/render.tsx'
import { MenuImportExport } from './menu-files.tsx'

export const LAST_IMPORT: PastImport = {
  at: '2026-11-20T18:05:00.000Z',
  username: 'ana',
  kind: 'csv',
  added: 2,
  changed: 1,
  undoable: true,
}

/** The outcome of an import or bulk change that changes nothing. */
export const NO_CHANGES: MenuOutcome = {
  added: 0,
  additions: [],
  changed: [],
  cleared: 0,
  left: 161,
  newCategories: [],
  asksPrices: false,
  duplicates: 0,
  bad: [],
  menu: 'menu-1',
}

/** The outcome of a preview with two new dishes and a changed one. */
export const CHANGES: MenuOutcome = {
  ...NO_CHANGES,
  added: 2,
  additions: [
    { line: 2, name: 'Pea soup', nameRo: 'Supă de mazăre', category: 'Soups', categoryRo: 'Ciorbe', price: 1950 },
    { line: 3, name: 'Leek soup', nameRo: '', category: 'Soups', categoryRo: '', price: 2050 },
  ],
  changed: [
    {
      id: 7,
      name: 'Sour soup',
      nameRo: '',
      changes: [
        { column: 'price', old: '2850', new: '2900' },
        { column: 'description', old: 'With bread', new: '' },
        { column: 'isActive', old: 'true', new: 'false' },
        { column: 'allergenCodes', old: '', new: 'gluten|milk' },
        { column: 'tags', old: 'vegan|new', new: 'vegan' },
      ],
    },
  ],
  cleared: 1,
}

const FILE = new File(['id,name\n'], 'meniu.csv', { type: 'text/csv' })

/** Opens the dialog that imports a file. */
export async function openImport() {
  const rendered = render(<MenuImportExport />)
  const { t, user } = rendered
  await user.click(screen.getByRole('button', { name: t('menuImports.import') }))
  const shown = await dialog(t('menuImports.title'))
  const offer = (file: File) =>
    fireEvent.change(shown.getByLabelText(t('menuImports.chooseFile')), { target: { files: [file] } })
  const choose = async (file = FILE) => {
    offer(file)
    await shown.findByText(file.name)
  }
  return { ...withPreview(rendered, shown), offer, choose }
}

/** Opens the dialog that imports a pasted price list. */
export async function openList() {
  const rendered = render(<MenuImportExport />)
  const { t, user } = rendered
  await user.click(screen.getByRole('button', { name: t('menuImports.more') }))
  await user.click(await screen.findByRole('menuitem', { name: t('menuImports.pasteList') }))
  return withPreview(rendered, await dialog(t('menuImports.pasteList')))
}

function withPreview(rendered: ReturnType<typeof render>, shown: Awaited<ReturnType<typeof dialog>>) {
  const { t, user } = rendered
  const button = (name: string) => shown.getByRole('button', { name })
  const preview = async (outcome: MenuOutcome) => {
    fakeApi.answers(importMenu, outcome)
    await user.click(button(t('menuImports.preview')))
  }
  return { ...rendered, shown, button, preview }
}

/** What was sent to import menus, in order. */
export const sentImports = () => fakeApi.callsOf(importMenu).map(({ query, body }) => ({ query, body }))

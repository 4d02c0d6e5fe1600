import { describe, expect, it } from 'vitest'
import { CSV_MAX_BYTES, importMenu } from '#shared/contracts/menu/menu-imports.ts'
import { dialog, fakeApi, screen, waitFor, within } from '../../../testing/render.tsx'
import { currentToasts } from '../../../ui/toast/store.ts'
import { CHANGES, NO_CHANGES, openImport, sentImports } from './import-menu.fixture.tsx'

const DONE = 'Adăugate: 2, modificate: 1'

describe('importing a menu', () => {
  const open = () => openImport()
  const PEA_SOUP = 'Pea soup'

  it('shows an alert and focuses the field if the file is missing', async () => {
    const { t, user, shown, button } = await open()
    await user.click(button(t('menuImports.preview')))
    expect((await shown.findByRole('alert')).textContent).toBe(t('menuImports.noFile'))
    expect(currentToasts().map(({ title }) => title)).toEqual([t('menuImports.noFile')])
    expect(document.activeElement).toBe(shown.getByLabelText(t('menuImports.chooseFile')))
    expect(sentImports()).toEqual([])
  })

  it('does not take a file that is too large', async () => {
    const { t, shown, offer } = await open()
    offer(new File([new Uint8Array(CSV_MAX_BYTES + 1)], 'a.csv'))
    expect((await shown.findByRole('alert')).textContent).toBe(t('errors.csv_too_large'))
    expect(shown.queryByText('a.csv')).toBeNull()
  })

  it('imports the file as it was previewed, even if it was saved again afterwards', async () => {
    const { t, user, shown, button, choose, preview } = await open()
    let content = 'id,name\n7,Old\n'
    const file = new File([], 'meniu.csv')
    file.arrayBuffer = () => new Blob([content]).arrayBuffer()
    await choose(file)
    await preview(CHANGES)
    await shown.findByText(PEA_SOUP)
    content = 'id,name\n7,New\n'
    await user.click(button(t('menuImports.confirm', { count: 3 })))
    await waitFor(() => expect(sentImports()).toHaveLength(2))
    const texts = sentImports().map(({ body }) => (body as { csvFile: File }).csvFile.text())
    expect(await Promise.all(texts)).toEqual(['id,name\n7,Old\n', 'id,name\n7,Old\n'])
  })

  it('previews the number of changes and each changed dish, and imports on confirmation', async () => {
    const { t, user, shown, button, choose, preview } = await open()
    await choose()
    expect(shown.getByText('meniu.csv')).toBeDefined()
    await preview(CHANGES)
    const counts = await shown.findByRole('list', { name: t('menuImports.summary') })
    expect(
      within(counts)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([t('menuImports.clears', { count: 1 }), t('menuImports.leaves', { count: 161 })])
    const added = within(shown.getByRole('region', { name: t('menuImports.added') }))
    expect(added.getByRole('heading').textContent).toBe(`${t('menuImports.added')} · 2`)
    const source = (line: number, category = 'Soups') => `${t('menuImports.line', { line })} · ${category}`
    expect(added.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `${PEA_SOUP}19.50 LEI${source(2, 'Soups')}`,
      `Leek soup20.50 LEI${source(3)}`,
    ])
    const [dish, ...cells] = within(shown.getByRole('region', { name: t('menuImports.changed') })).getAllByRole(
      'listitem',
    )
    expect(dish?.textContent).toMatch(/^Sour soup/)
    const [from, to] = [t('menu.from'), t('menuImports.to')]
    const milk = t('menu.allergens.milk').toLocaleLowerCase('en')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      `${t('menuImports.columns.price')}${from} 28.50 LEI ${to} 29.00 LEI`,
      `${t('menuImports.columns.description')}${from} With bread ${to} ${t('menuImports.cleared')}`,
      `${t('menuImports.columns.isActive')}${from} ${t('menuImports.shown')} ${to} ${t('menuImports.hidden')}`,
      `${t('menuImports.columns.allergenCodes')}${from} ${t('menuImports.empty')} ${to} gluten, ${milk}`,
      `${t('menuImports.columns.tags')}${from} vegan, new ${to} vegan`,
    ])
    fakeApi.answers(importMenu, { ...CHANGES, message: DONE })
    await user.click(button(t('menuImports.confirm', { count: 3 })))
    expect(await screen.findByText(DONE)).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentImports()).toEqual([
      { query: { dryRun: 'true' }, body: { csvFile: expect.objectContaining({ name: 'meniu.csv' }) } },
      { query: { menu: 'menu-1', bad: 'skip' }, body: { csvFile: expect.objectContaining({ name: 'meniu.csv' }) } },
    ])
  })

  it('shows each bad row with its dish, and offers to import the others or to choose another file', async () => {
    const { t, user, shown, button, choose, preview } = await open()
    await choose()
    const bad = [
      { line: 4, name: 'Beet soup', column: 'price', message: '„28,50”: 2850?' },
      { line: 9, column: '', message: 'Prea multe celule' },
      { line: 9, column: 'tags', message: 'Prea multe' },
    ]
    await preview({ ...CHANGES, bad })
    const rows = within(await shown.findByRole('region', { name: t('menuImports.bad') })).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      `${t('menuImports.line', { line: 4 })} · Beet soup · ${t('menuImports.columns.price')}„28,50”: 2850?`,
      `${t('menuImports.line', { line: 9 })}Prea multe celule`,
      `${t('menuImports.line', { line: 9 })} · ${t('menuImports.columns.tags')}Prea multe`,
    ])
    expect(shown.getByText(`${t('menuImports.bad')} · 2`)).toBeDefined()
    fakeApi.refuses(importMenu, 500, { message: 'Fum în bucătărie' })
    await user.click(button(t('menuImports.confirmGood', { count: 3 })))
    await shown.findByText('Fum în bucătărie')
    expect(sentImports().at(-1)?.query).toEqual({ menu: 'menu-1', bad: 'skip' })
    await user.click(button(t('menuImports.otherFile')))
    expect(button(t('menuImports.preview'))).toBeDefined()
    // The chosen file is still there, and can be replaced.
    expect(shown.getByText('meniu.csv')).toBeDefined()
    expect(shown.getByLabelText(t('menuImports.otherFile'))).toBeDefined()
  })

  it('requests a new preview if the menu has changed, and imports only after another confirmation', async () => {
    const { t, user, shown, button, choose, preview } = await open()
    await choose()
    await preview(CHANGES)
    await shown.findByText(PEA_SOUP)
    fakeApi.refusesOnce(importMenu, 409, { code: 'menu_changed', message: 'Schimbat' }, { ...CHANGES, menu: 'menu-2' })
    await user.click(button(t('menuImports.confirm', { count: 3 })))
    expect((await shown.findByRole('alert')).textContent).toBe(t('menuImports.outdated'))
    expect(shown.getByText(PEA_SOUP)).toBeDefined()
    await user.click(button(t('menuImports.confirm', { count: 3 })))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentImports().map(({ query }) => query)).toEqual([
      { dryRun: 'true' },
      { menu: 'menu-1', bad: 'skip' },
      { dryRun: 'true' },
      { menu: 'menu-2', bad: 'skip' },
    ])
  })

  it('shows the server’s message if it fails, and keeps the preview', async () => {
    const { t, user, shown, button, choose, preview } = await open()
    await choose()
    fakeApi.refuses(importMenu, 413, { code: 'csv_too_large', message: 'Fișierul e prea mare' })
    await user.click(button(t('menuImports.preview')))
    const alert = await shown.findByRole('alert')
    expect(alert.textContent).toBe(`${t('menuImports.previewFailed')}Fișierul e prea mare`)
    expect(shown.getByText('meniu.csv')).toBeDefined()
    await preview(CHANGES)
    await shown.findByText(PEA_SOUP)
    fakeApi.refuses(importMenu, 500, { message: 'Fum în bucătărie' })
    await user.click(button(t('menuImports.confirm', { count: 3 })))
    expect((await shown.findByRole('alert')).textContent).toBe(`${t('menuImports.failed')}Fum în bucătărie`)
    fakeApi.isOutOfReach(importMenu)
    await user.click(button(t('menuImports.confirm', { count: 3 })))
    await shown.findByText(t('menuImports.unknown'))
    expect(shown.queryByText(t('menuImports.failed'))).toBeNull()
    expect(shown.getByText(PEA_SOUP)).toBeDefined()
  })

  it('cannot be closed or started twice while it runs', async () => {
    const { t, user, shown, button, choose, preview } = await open()
    await choose()
    await preview(CHANGES)
    await shown.findByText(PEA_SOUP)
    const release = fakeApi.holds(importMenu, { ...CHANGES, message: DONE })
    await user.click(button(t('menuImports.confirm', { count: 3 })))
    expect(await shown.findByText(t('menuImports.importing'))).toBeDefined()
    expect(shown.queryByRole('button')).toBeNull()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeDefined()
    release()
    expect(await screen.findByText(DONE)).toBeDefined()
    expect(sentImports()).toHaveLength(2)
  })

  it('shows the first 200 of 1,700 new dishes and how many follow', async () => {
    const { t, shown, choose, preview } = await open()
    await choose()
    const dish = { name: 'D', nameRo: '', category: 'S', categoryRo: '', price: 1 }
    const additions = Array.from({ length: 1700 }, (_, i) => ({ ...dish, line: i + 2 }))
    await preview({ ...NO_CHANGES, added: 1700, additions })
    // The matchers read the no-break space between thousands as a plain one.
    expect(await shown.findByText(t('menuImports.moreRows', { count: 1500 }).replace('\u00a0', ' '))).toBeDefined()
    const region = shown.getByRole('region', { name: t('menuImports.added') })
    expect(region.querySelectorAll('li')).toHaveLength(200)
    expect(within(region).getByRole('heading').textContent).toBe(`${t('menuImports.added')} · 1\u00a0700`)
  })

  it('shows an empty form when the dialog is opened again', async () => {
    const { t, user, shown, choose, preview } = await open()
    await choose()
    await preview(CHANGES)
    await shown.findByText(PEA_SOUP)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: t('menuImports.import') }))
    const reopened = await dialog(t('menuImports.title'))
    expect(reopened.getByLabelText(t('menuImports.chooseFile'))).toBeDefined()
    expect(reopened.queryByText('meniu.csv')).toBeNull()
  })
})

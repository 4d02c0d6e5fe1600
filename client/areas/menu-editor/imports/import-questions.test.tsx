import { describe, expect, it } from 'vitest'
import { type CsvColumn, type CsvHeading, importMenu } from '#shared/contracts/menu/menu-imports.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { fakeApi, screen, waitFor, within } from '../../../testing/render.tsx'
import { CHANGES, openImport, sentImports } from './import-menu.fixture.tsx'
import { NO_CHANGES } from './outcome.fixture.ts'

describe.each(LANGUAGES)('importing a menu with questions (%s)', (language) => {
  const open = () => openImport(language)
  const PEA_SOUP = language === 'ro' ? 'Supă de mazăre' : 'Pea soup'

  const heading = (name: string, column: CsvColumn | null, meant?: CsvColumn) => ({
    ...{ heading: name, column },
    ...(meant && { meant }),
  })
  const refuse = (columns: string[], headings: CsvHeading[]) =>
    fakeApi.refuses(importMenu, 400, { code: 'unknown_columns', message: 'x', columns, headings })

  it('lists all columns with what they were taken for, and asks which of several claimants is meant', async () => {
    const { t, user, shown, button, choose } = await open()
    const field = (name: string) => shown.getByRole('combobox', { name: t('menuImports.column', { heading: name }) })
    const settle = async (name: string, option: string) => {
      await user.click(field(name))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    choose()
    refuse(
      ['id', 'Cost', 'Price', 'Gramaj', 'Mâncare'],
      [
        heading('id', null, 'id'),
        heading('Mâncare', null),
        heading('Cost', null, 'price'),
        heading('Price', null, 'price'),
        heading('Gramaj', null),
        heading('Category', 'category'),
        heading('Image', 'imageUrl'),
      ],
    )
    await user.click(button(t('menuImports.preview')))
    expect(await shown.findAllByText(t('menuImports.unknownColumn'))).toHaveLength(2)
    const columnName = (column: CsvColumn) => t(`menuImports.columns.${column}`)
    expect(['id', 'Cost', 'Price', 'Mâncare', 'Category', 'Image'].map((name) => field(name).textContent)).toEqual([
      ...Array(3).fill(t('menuImports.chooseColumn')),
      ...[t('menuImports.leaveOut'), columnName('category'), columnName('imageUrl')],
    ])
    expect(shown.getByText(t('menuImports.asksId'))).toBeDefined()
    expect(shown.getAllByText(t('menuImports.couldBe', { column: columnName('price') }))).toHaveLength(2)
    await settle('Cost', columnName('price'))
    await settle('Price', columnName('price'))
    await user.click(button(t('menuImports.preview')))
    expect(document.activeElement).toBe(field('id'))
    expect(shown.getAllByText(t('menuImports.columnTwice'))).toHaveLength(2)
    await settle('Cost', t('menuImports.leaveOut'))
    await settle('id', t('menuImports.leaveOut'))
    await settle('Mâncare', columnName('nameRo'))
    await settle('Image', t('menuImports.leaveOut'))
    fakeApi.answers(importMenu, CHANGES)
    await user.click(button(t('menuImports.preview')))
    await shown.findByText(PEA_SOUP)
    await user.click(button(t('menuImports.confirm', { count: 3 })))
    await waitFor(() => expect(sentImports()).toHaveLength(3))
    const columns = JSON.stringify({
      ...{ id: null, Mâncare: 'nameRo', Cost: null, Price: 'price', Gramaj: null, Image: null },
    })
    expect(sentImports().map(({ query }) => query)).toEqual([
      { dryRun: 'true' },
      { dryRun: 'true', columns },
      { menu: 'menu-1', columns },
    ])
  })

  it('lets the columns be changed from the preview, and leads back to it', async () => {
    const { t, user, shown, button, choose, preview } = await open()
    choose()
    const headings = [heading('Denumire', 'nameRo'), heading('Cost', 'price'), heading('Gramaj', null)]
    await preview({ ...CHANGES, headings })
    const note = within(await shown.findByRole('region', { name: t('menuImports.columnsOfFile') }))
    expect(note.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `Denumire = ${t('menuImports.columns.nameRo')}`,
      `Cost = ${t('menuImports.columns.price')}`,
    ])
    expect(note.getByText(t('menuImports.leftOut', { headings: 'Gramaj' }))).toBeDefined()
    await user.click(button(t('menuImports.changeColumns')))
    await user.click(button(t('menuImports.bulk.back')))
    await user.click(button(t('menuImports.changeColumns')))
    await user.click(shown.getByRole('combobox', { name: t('menuImports.column', { heading: 'Cost' }) }))
    await user.click(await screen.findByRole('option', { name: t('menuImports.leaveOut') }))
    await user.click(button(t('menuImports.preview')))
    await shown.findByText(PEA_SOUP)
    expect(sentImports().map(({ query }) => query)).toEqual([
      { dryRun: 'true' },
      { dryRun: 'true', columns: JSON.stringify({ Cost: null }) },
    ])
  })

  it('asks what whole prices are before anything can be imported, and names new categories and namesakes', async () => {
    const { t, user, shown, choose, preview } = await open()
    choose()
    await preview({ ...CHANGES, asksPrices: true, newCategories: ['Paste', 'Vin'], namesakes: 1 })
    const question = within(await shown.findByRole('group', { name: t('menuImports.asksPrices') }))
    const choices = question.getAllByRole('radio')
    expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual(['28 = 0.28 LEI', '28 = 28.00 LEI'])
    expect(choices.every((choice) => !(choice as HTMLInputElement).checked)).toBe(true)
    expect(shown.queryByRole('button', { name: t('menuImports.confirm', { count: 3 }) })).toBeNull()
    expect(shown.getByText('Paste, Vin', { exact: false }).textContent).toBe(
      `${t('menuImports.newCategories', { count: 2 })} Paste, Vin`,
    )
    expect(shown.getByText(t('menuImports.namesakes', { count: 1 }))).toBeDefined()
    fakeApi.answers(importMenu, CHANGES)
    await user.click(choices[1] as HTMLElement)
    await user.click(await shown.findByRole('button', { name: t('menuImports.confirm', { count: 3 }) }))
    await waitFor(() => expect(sentImports()).toHaveLength(3))
    expect(sentImports().map(({ query }) => query)).toEqual([
      { dryRun: 'true' },
      { dryRun: 'true', prices: 'major' },
      { menu: 'menu-1', prices: 'major' },
    ])
  })

  it('shows bad lines of a pasted list as they were written, and keeps the text, in which they are mended', async () => {
    const { t, user, shown, button, preview } = await open()
    await user.click(shown.getByRole('tab', { name: t('menuImports.list') }))
    const field = () => shown.getByRole('textbox', { name: t('menuImports.listLabel') })
    const text = 'Ciorbe\n  Borș 25 / 35\nSupă 20'
    await user.fill(field(), text)
    await preview({ ...NO_CHANGES, bad: [{ line: 2, column: '', message: 'Neclar' }] })
    const bad = within(await shown.findByRole('region', { name: t('menuImports.bad') })).getByRole('listitem')
    expect(bad.textContent).toBe(`${t('menuImports.line', { line: 2 })} · Borș 25 / 35Neclar`)
    expect(shown.getByText(t('menuImports.mendList'))).toBeDefined()
    await user.click(button(t('menuImports.backToList')))
    expect(field()).toHaveProperty('value', text)
    await user.fill(field(), text.replace(' / 35', ''))
    await preview({ ...NO_CHANGES, added: 1, additions: CHANGES.additions.slice(0, 1) })
    await user.click(await shown.findByRole('button', { name: t('menuImports.confirm', { count: 1 }) }))
    await waitFor(() => expect(sentImports()).toHaveLength(3))
    const texts = sentImports().map(({ body }) => (body as { textList: string }).textList)
    expect(texts).toEqual([text, ...Array(2).fill(text.replace(' / 35', ''))])
  })
})

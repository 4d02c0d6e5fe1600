import { describe, expect, it } from 'vitest'
import { importMenu } from '#shared/contracts/menu/menu-imports.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { fakeApi, screen, waitFor, within } from '../../../testing/render.tsx'
import { CHANGES, openImport, sentImports } from './import-menu.fixture.tsx'
import { NO_CHANGES } from './outcome.fixture.ts'

describe.each(LANGUAGES)('importing a menu with questions (%s)', (language) => {
  const open = () => openImport(language)
  const PEA_SOUP = language === 'ro' ? 'Supă de mazăre' : 'Pea soup'

  it('asks what unknown columns contain, and leaves out the others', async () => {
    const { t, user, shown, button, choose } = await open()
    choose()
    fakeApi.refuses(importMenu, 400, { code: 'unknown_columns', message: 'x', columns: ['Gramaj', 'Mâncare'] })
    await user.click(button(t('menuImports.preview')))
    await shown.findByText(t('menuImports.unknownColumns', { count: 2 }))
    await user.click(shown.getByRole('combobox', { name: t('menuImports.column', { heading: 'Mâncare' }) }))
    await user.click(await screen.findByRole('option', { name: t('menuImports.columns.nameRo') }))
    fakeApi.answers(importMenu, CHANGES)
    await user.click(button(t('menuImports.preview')))
    await shown.findByText(PEA_SOUP)
    await user.click(button(t('menuImports.confirm', { count: 3 })))
    await waitFor(() => expect(sentImports()).toHaveLength(3))
    const columns = JSON.stringify({ Gramaj: null, Mâncare: 'nameRo' })
    expect(sentImports().map(({ query }) => query)).toEqual([
      { dryRun: 'true' },
      { dryRun: 'true', columns },
      { menu: 'menu-1', columns },
    ])
  })

  it('asks what whole prices are, by the file’s own examples, before anything can be imported', async () => {
    const { t, user, shown, choose, preview } = await open()
    choose()
    const oddPrices = [{ line: 2, name: 'Pea soup', nameRo: '', price: 28, reason: 'low' as const }]
    await preview({ ...CHANGES, asksPrices: true, priceExamples: [28, 46], oddPrices, newCategories: ['Paste', 'Vin'] })
    const question = within(await shown.findByRole('group', { name: t('menuImports.asksPrices') }))
    const choices = question.getAllByRole('radio')
    expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual([
      '28 = 0.28 LEI46 = 0.46 LEI',
      '28 = 28.00 LEI46 = 46.00 LEI',
    ])
    expect(choices.every((choice) => !(choice as HTMLInputElement).checked)).toBe(true)
    expect(shown.queryByRole('button', { name: t('menuImports.confirm', { count: 3 }) })).toBeNull()
    // What is odd depends on the answer.
    expect(shown.queryByRole('region', { name: t('menuImports.oddPrices') })).toBeNull()
    expect(shown.getByText('Paste, Vin', { exact: false }).textContent).toBe(
      `${t('menuImports.newCategories', { count: 2 })} Paste, Vin`,
    )
    fakeApi.answers(importMenu, { ...CHANGES, priceExamples: [28, 46], oddPrices })
    await user.click(choices[1] as HTMLElement)
    const odd = within(await shown.findByRole('region', { name: t('menuImports.oddPrices') })).getByRole('listitem')
    expect(odd.textContent).toBe(`Pea soup0.28 LEI${t('menuImports.line', { line: 2 })} · ${t('menuImports.odd.low')}`)
    await user.click(await shown.findByRole('button', { name: t('menuImports.confirm', { count: 3 }) }))
    await waitFor(() => expect(sentImports()).toHaveLength(3))
    expect(sentImports().map(({ query }) => query)).toEqual([
      { dryRun: 'true' },
      { dryRun: 'true', prices: 'major' },
      { menu: 'menu-1', prices: 'major' },
    ])
  })

  it('asks what dishes do that are on the menu already, before anything can be imported', async () => {
    const { t, user, shown, button, choose, preview } = await open()
    choose()
    const namesakes = [2, 3].map((line) => ({ line, name: `Soup ${line}`, nameRo: '' }))
    await preview({ ...CHANGES, namesakes })
    const title = t('menuImports.namesakes', { count: 2, names: 'Soup 2, Soup 3' })
    const question = within(await shown.findByRole('group', { name: title }))
    expect(shown.queryByRole('button', { name: t('menuImports.confirm', { count: 3 }) })).toBeNull()
    expect(within(shown.getByRole('region', { name: t('menuImports.waiting') })).getAllByRole('listitem')).toHaveLength(
      2,
    )
    expect(shown.queryByRole('region', { name: t('menuImports.added') })).toBeNull()
    await user.click(button(t('menuImports.unsettled', { count: 1 })))
    expect(document.activeElement).toBe(question.getAllByRole('radio')[0])
    await user.click(question.getByRole('radio', { name: t('menuImports.namesake.update') }))
    await user.click(await shown.findByRole('button', { name: t('menuImports.confirm', { count: 3 }) }))
    await waitFor(() => expect(sentImports()).toHaveLength(3))
    expect(sentImports().map(({ query }) => query)).toEqual([
      { dryRun: 'true' },
      { dryRun: 'true', namesakes: 'update' },
      { menu: 'menu-1', namesakes: 'update' },
    ])
  })

  it('marks as 18+ only the dishes that stay ticked', async () => {
    const { t, user, shown, button, choose, preview } = await open()
    choose()
    const adultsOnly = [
      { line: 2, name: 'Red wine', nameRo: '' },
      { line: 3, name: 'Coq au vin', nameRo: '' },
    ]
    await preview({ ...CHANGES, adultsOnly })
    const boxes = within(await shown.findByRole('region', { name: t('menuImports.adultsOnly') })).getAllByRole(
      'checkbox',
    )
    expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, true])
    await user.click(boxes[1] as HTMLElement)
    await user.click(button(t('menuImports.confirm', { count: 3 })))
    await waitFor(() => expect(sentImports()).toHaveLength(2))
    expect(sentImports().map(({ body }) => (body as { adultsOnly?: string }).adultsOnly)).toEqual([undefined, '2'])
  })

  it('takes lines with several prices as dishes in sizes by one tap, with what was corrected meanwhile', async () => {
    const { t, user, shown, button, preview } = await open()
    await user.click(shown.getByRole('tab', { name: t('menuImports.list') }))
    const text = 'Ciorbe\nBorș mic 29 / mare 42\nSupă 20 x\nCiorbă mică 30 / mare 45'
    await user.fill(shown.getByRole('textbox', { name: t('menuImports.listLabel') }), text)
    const sizesOf = (name: string) => ({
      name,
      options: [
        { name: 'mic', price: 2900 },
        { name: 'mare', price: 4200 },
      ],
    })
    const row = (line: number, name?: string) => ({
      line,
      column: '',
      message: `Neclar ${line}`,
      ...(name && { sizes: sizesOf(name) }),
    })
    await preview({ ...NO_CHANGES, bad: [row(2, 'Borș'), row(3), row(4, 'Ciorbă')] })
    await user.fill(await shown.findByRole('textbox', { name: t('menuImports.line', { line: 3 }) }), 'Supă 20')
    const addition = {
      line: 2,
      name: 'Borș',
      nameRo: 'Borș',
      category: 'Ciorbe',
      categoryRo: 'Ciorbe',
      description: '',
      price: 2900,
    }
    const additions = [{ ...addition, sizes: sizesOf('Borș').options }]
    fakeApi.answers(importMenu, { ...NO_CHANGES, bad: [row(4, 'Ciorbă')], added: 1, additions })
    const sizes = 'mic 29.00 LEI, mare 42.00 LEI'
    await user.click(button(t('menuImports.takeSizes', { name: 'Borș', sizes })))
    const added = within(await shown.findByRole('region', { name: t('menuImports.added') }))
    expect(added.getByText(sizes)).toBeDefined()
    await user.click(button(t('menuImports.takeSizes', { name: 'Ciorbă', sizes })))
    await waitFor(() => expect(sentImports()).toHaveLength(3))
    const mended = text.replace(' x', '')
    expect(sentImports().map(({ body }) => body)).toEqual([
      { textList: text },
      { textList: mended, sizes: '2' },
      { textList: mended, sizes: '2,4' },
    ])
  })

  it('lets lines of a pasted list be corrected or left out where they are shown', async () => {
    const { t, user, shown, button, preview } = await open()
    await user.click(shown.getByRole('tab', { name: t('menuImports.list') }))
    const text = 'Ciorbe\nBorș 2x\nTel. 0264-123456\n(program)\nSupă 20'
    await user.fill(shown.getByRole('textbox', { name: t('menuImports.listLabel') }), text)
    const bad = [2, 3].map((line) => ({ line, column: '', message: `Neclar ${line}` }))
    await preview({ ...NO_CHANGES, bad })
    const field = (line: number) => shown.getByRole('textbox', { name: t('menuImports.line', { line }) })
    await shown.findByText('Neclar 2')
    expect([field(2), field(3)].map((input) => (input as HTMLInputElement).value)).toEqual([
      'Borș 2x',
      'Tel. 0264-123456',
    ])
    await user.fill(field(2), 'Borș 25')
    await user.click(button(t('menuImports.skipLine', { line: 3 })))
    expect(shown.queryByText('Neclar 3')).toBeNull()
    fakeApi.answers(importMenu, { ...NO_CHANGES, added: 1, additions: CHANGES.additions.slice(0, 1) })
    await user.click(button(t('menuImports.checkAgain')))
    await shown.findByText(PEA_SOUP)
    // A dish that is none can be left out, too.
    await user.click(button(t('menuImports.skipDish', { name: PEA_SOUP })))
    await waitFor(() => expect(sentImports()).toHaveLength(3))
    await user.click(await shown.findByRole('button', { name: t('menuImports.backToList') }))
    const texts = sentImports().map(({ body }) => (body as { textList: string }).textList)
    expect(texts).toEqual([text, 'Ciorbe\nBorș 25\n\n\nSupă 20', 'Ciorbe\n\n\n\nSupă 20'])
    expect(shown.getByRole('textbox', { name: t('menuImports.listLabel') })).toHaveProperty('value', texts[2])
  })
})

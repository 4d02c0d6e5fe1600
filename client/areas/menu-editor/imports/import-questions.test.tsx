import { describe, expect, it } from 'vitest'
import { importMenu } from '#shared/contracts/menu/menu-imports.ts'
import { fakeApi, waitFor, within } from '../../../testing/render.tsx'
import { CHANGES, NO_CHANGES, openImport, openList, sentImports } from './import-menu.fixture.tsx'

describe('importing a menu with questions', () => {
  const open = () => openImport()
  const PEA_SOUP = 'Pea soup'

  it('names the unknown columns of a file, and leaves them out if the owner says so, as often as it is asked', async () => {
    const { t, user, shown, button, choose } = await open()
    const refuse = (columns: string[]) =>
      fakeApi.refuses(importMenu, 400, { code: 'unknown_columns', message: 'x', columns })
    await choose()
    refuse(['Cost', 'Gramaj'])
    await user.click(button(t('menuImports.preview')))
    await shown.findByText(t('menuImports.unknownColumns', { names: 'Cost, Gramaj' }))
    refuse(['Price'])
    await user.click(button(t('menuImports.leaveOut')))
    await shown.findByText(t('menuImports.unknownColumns', { names: 'Price' }))
    fakeApi.answers(importMenu, CHANGES)
    await user.click(button(t('menuImports.leaveOut')))
    await shown.findByText(PEA_SOUP)
    await user.click(button(t('menuImports.confirm', { count: 3 })))
    await waitFor(() => expect(sentImports()).toHaveLength(4))
    const columns = JSON.stringify({ Cost: null, Gramaj: null, Price: null })
    expect(sentImports().map(({ query }) => query)).toEqual([
      { dryRun: 'true' },
      { dryRun: 'true', columns: JSON.stringify({ Cost: null, Gramaj: null }) },
      { dryRun: 'true', columns },
      { menu: 'menu-1', bad: 'skip', columns },
    ])
  })

  it('asks whose the ids are if many dishes would be renamed, and lets the answer be changed in the preview', async () => {
    const { t, user, shown, button, choose } = await open()
    const renamed = [{ line: 3, id: 7, name: 'Sour soup', newName: 'Cappuccino' }]
    fakeApi.refuses(importMenu, 400, { code: 'asks_ids', message: 'x', renamed })
    await choose()
    await user.click(button(t('menuImports.preview')))
    const examples = 'line 3, “Cappuccino”, has the number 7, which is “Sour soup” here'
    expect((await shown.findByRole('alert')).textContent).toBe(t('menuImports.asksIdsWhy', { examples }))
    const choices = () => within(shown.getByRole('group', { name: t('menuImports.asksIds') })).getAllByRole('radio')
    expect(choices().map((choice) => (choice as HTMLInputElement).checked)).toEqual([false, false])
    fakeApi.answers(importMenu, CHANGES)
    await user.click(choices()[0] as HTMLElement)
    await shown.findByText(PEA_SOUP)
    expect(choices().map((choice) => (choice as HTMLInputElement).checked)).toEqual([true, false])
    await user.click(choices()[1] as HTMLElement)
    await user.click(await shown.findByRole('button', { name: t('menuImports.confirm', { count: 3 }) }))
    await waitFor(() => expect(sentImports()).toHaveLength(4))
    expect(sentImports().map(({ query }) => query)).toEqual([
      { dryRun: 'true' },
      { dryRun: 'true', ids: 'own' },
      { dryRun: 'true', ids: 'other' },
      { menu: 'menu-1', bad: 'skip', ids: 'other' },
    ])
  })

  it('asks which words are right if the letters can be read in several ways, and again in the preview', async () => {
    const { t, user, shown, button, choose } = await open()
    const encodings = [
      { encoding: 'windows-1250' as const, examples: ['în', 'pâine'] },
      { encoding: 'macintosh' as const, examples: ['Ón', 'p‚ine'] },
    ]
    fakeApi.refuses(importMenu, 400, { code: 'asks_encoding', message: 'x', encodings })
    await choose()
    await user.click(button(t('menuImports.preview')))
    const choice = async (name: string) =>
      within(await shown.findByRole('group', { name: t('menuImports.asksEncoding') })).getByRole('radio', { name })
    fakeApi.answers(importMenu, CHANGES)
    await user.click(await choice('Ón, p‚ine'))
    await shown.findByText(PEA_SOUP)
    expect(await choice('Ón, p‚ine')).toHaveProperty('checked', true)
    await user.click(await choice('în, pâine'))
    await user.click(await shown.findByRole('button', { name: t('menuImports.confirm', { count: 3 }) }))
    await waitFor(() => expect(sentImports()).toHaveLength(4))
    expect(sentImports().map(({ query }) => query)).toEqual([
      { dryRun: 'true' },
      { dryRun: 'true', encoding: 'macintosh' },
      { dryRun: 'true', encoding: 'windows-1250' },
      { menu: 'menu-1', bad: 'skip', encoding: 'windows-1250' },
    ])
  })

  it('offers to leave ids aside that no dish has', async () => {
    const { t, user, shown, choose, preview } = await open()
    await choose()
    await preview({ ...NO_CHANGES, bad: [{ line: 2, column: 'id', message: 'Necunoscut' }] })
    const question = within(await shown.findByRole('group', { name: t('menuImports.asksIds') }))
    fakeApi.answers(importMenu, CHANGES)
    await user.click(question.getByRole('radio', { name: t('menuImports.ids.other') }))
    await shown.findByText(PEA_SOUP)
    expect(sentImports().at(-1)?.query).toEqual({ dryRun: 'true', ids: 'other' })
  })

  it('asks what whole prices are before anything can be imported, and names new categories and duplicates', async () => {
    const { t, user, shown, choose, preview } = await open()
    await choose()
    const doubtfulPrice = { line: 2, name: 'Pea soup', price: 34 }
    await preview({ ...CHANGES, asksPrices: true, doubtfulPrice, newCategories: ['Paste', 'Vin'], duplicates: 1 })
    const question = within(await shown.findByRole('group', { name: /line 2, “Pea soup”:$/ }))
    const choices = question.getAllByRole('radio')
    expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual(['34 = 0.34 LEI', '34 = 34.00 LEI'])
    expect(choices.every((choice) => !(choice as HTMLInputElement).checked)).toBe(true)
    expect(shown.queryByRole('button', { name: t('menuImports.confirm', { count: 3 }) })).toBeNull()
    expect(shown.getByText('Paste, Vin', { exact: false }).textContent).toBe(
      `${t('menuImports.newCategories', { count: 2 })} Paste, Vin`,
    )
    expect(shown.getByText(t('menuImports.duplicates', { count: 1 }))).toBeDefined()
    fakeApi.answers(importMenu, CHANGES)
    await user.click(choices[1] as HTMLElement)
    await user.click(await shown.findByRole('button', { name: t('menuImports.confirm', { count: 3 }) }))
    await waitFor(() => expect(sentImports()).toHaveLength(3))
    expect(sentImports().map(({ query }) => query)).toEqual([
      { dryRun: 'true' },
      { dryRun: 'true', prices: 'major' },
      { menu: 'menu-1', bad: 'skip', prices: 'major' },
    ])
  })

  it('shows bad lines of a pasted list as they were written, and keeps the text, in which they are mended', async () => {
    const { t, user, shown, button, preview } = await openList()
    const field = () => shown.getByRole('textbox', { name: t('menuImports.kinds.list') })
    await user.fill(field(), '  \n ')
    await user.click(button(t('menuImports.preview')))
    expect(shown.getByRole('alert').textContent).toBe(t('menuImports.noList'))
    expect(document.activeElement).toBe(field())
    const text = 'Ciorbe\n  Borș 25 / 35\nSupă 20'
    await user.fill(field(), text)
    await preview({ ...NO_CHANGES, bad: [{ line: 2, column: '', message: 'Neclar' }] })
    const bad = within(await shown.findByRole('region', { name: t('menuImports.bad') })).getByRole('listitem')
    expect(bad.textContent).toBe(`${t('menuImports.line', { line: 2 })} · Borș 25 / 35Neclar`)
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

import { describe, expect, it, vi } from 'vitest'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { changeDishes, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { dialog, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import type { BulkKind } from './bulk-dialog.tsx'
import { NO_CHANGES } from './imports/outcome.fixture.ts'
import { BulkActions } from './selection-bar.tsx'

const DISHES = [
  sampleDish({ id: 7, tags: ['vegan', 'of the house'], allergenCodes: ['celery'] }),
  sampleDish({ id: 8, tags: [], allergenCodes: [] }),
]
const IDS = [7, 8]
const NOTHING: MenuOutcome = { ...NO_CHANGES, left: 2 }

describe.each(LANGUAGES)('changing lists of several dishes (%s)', (language) => {
  const open = async (kind: BulkKind, outcome = NOTHING) => {
    fakeApi.answers(getMenu, DISHES)
    fakeApi.answers(getCategories, [])
    fakeApi.answers(changeDishes, outcome)
    const onDone = vi.fn()
    const { t, user } = render(<BulkActions ids={IDS} onDone={onDone} />, { language })
    await user.click(screen.getByRole('button', { name: t(`menuImports.bulk.${kind}`) }))
    const shown = await dialog(t(`menuImports.bulk.${kind}Title`))
    const press = (name: string) => user.click(shown.getByRole('button', { name }))
    const preview = () => press(t('menuImports.bulk.preview'))
    const chips = async (legend: 'addThese' | 'removeThese') =>
      within(await shown.findByRole('group', { name: t(`menuImports.bulk.${legend}`) }))
    return { t, user, shown, press, preview, chips, onDone }
  }
  const changes = () => fakeApi.callsOf(changeDishes).map(({ body }) => (body as { change: object }).change)

  it('adds tags, and removes tags that one of the dishes has', async () => {
    const { t, user, shown, preview, chips } = await open('tags')
    const remove = await chips('removeThese')
    expect(remove.getAllByRole('checkbox')).toHaveLength(2)
    await preview()
    expect((await shown.findByRole('alert')).textContent).toBe(t('menuImports.bulk.nothingChosen'))
    await user.click((await chips('addThese')).getByLabelText(t('menu.tags.vegan')))
    await user.click(remove.getByLabelText(t('menu.tags.vegan')))
    await user.click(remove.getByLabelText('of the house'))
    await user.click((await chips('addThese')).getByLabelText(t('menu.tags.spicy')))
    await preview()
    await waitFor(() => expect(changes()).toEqual([{ tags: { add: ['spicy'], remove: ['vegan', 'of the house'] } }]))
  })

  it('changes allergens and the check, or one of both', async () => {
    const { t, user, shown, press, preview, chips } = await open('allergens')
    await preview()
    expect((await shown.findByRole('alert')).textContent).toBe(t('menuImports.bulk.nothingChosen'))
    await user.click(shown.getByRole('radio', { name: t('menuImports.bulk.checked.yes') }))
    await preview()
    await shown.findByText(t('menuImports.nothing'))
    await press(t('menuImports.bulk.back'))
    await user.click((await chips('addThese')).getByLabelText(t('menu.allergens.milk')))
    await user.click((await chips('removeThese')).getByLabelText(t('menu.allergens.celery')))
    await user.click(shown.getByRole('radio', { name: t('menuImports.bulk.checked.keep') }))
    await preview()
    await waitFor(() =>
      expect(changes()).toEqual([{ checked: true }, { allergenCodes: { add: ['milk'], remove: ['celery'] } }]),
    )
  })

  it('names the dishes that a deletion removes, asks, and offers no undo', async () => {
    const deleted = [
      { id: 7, name: 'Sour soup' },
      { id: 8, name: 'Other soup' },
    ]
    const { t, user, shown, onDone } = await open('delete', { ...NOTHING, deleted })
    const list = within(await shown.findByRole('region', { name: t('menuImports.deleted') }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Sour soup', 'Other soup'])
    expect(shown.getByText(t('menuImports.deletedForEver'))).toBeDefined()
    fakeApi.answers(changeDishes, { ...NOTHING, deleted, message: 'Șterse: 2' })
    await user.click(shown.getByRole('button', { name: t('menuImports.bulk.doDelete', { count: 2 }) }))
    expect(await screen.findByText('Șterse: 2')).toBeDefined()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(screen.queryByRole('button', { name: t('menuImports.undoShort') })).toBeNull()
    expect(fakeApi.callsOf(changeDishes).map(({ body }) => body)).toEqual([
      { ids: IDS, change: { delete: true }, dryRun: true },
      { ids: IDS, change: { delete: true }, dryRun: false, menu: 'menu-1' },
    ])
  })
})

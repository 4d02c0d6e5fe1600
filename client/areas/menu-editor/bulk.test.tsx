import { describe, expect, it, vi } from 'vitest'
import { getCategories, getMenu, type MenuCategory } from '#shared/contracts/menu/menu.ts'
import { changeDishes, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { dialog, fakeApi, render, screen, textBelow, waitFor, within } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import type { BulkKind } from './bulk-dialog.tsx'
import { NO_CHANGES } from './imports/import-menu.fixture.tsx'
import { BulkActions } from './selection-bar.tsx'

/** Presses the button of a bulk change, which may be an entry of the menu. */
async function chooseBulk({ t, user }: Pick<ReturnType<typeof render>, 't' | 'user'>, kind: BulkKind) {
  const name = t(`menuImports.bulk.${kind}`)
  const button = screen.queryByRole('button', { name })
  if (button) return user.click(button)
  await user.click(screen.getByRole('button', { name: t('kitchen.menu.title') }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

describe('bulk', () => {
  const IDS = [7, 8, 9]
  const OUTCOME: MenuOutcome = {
    ...NO_CHANGES,
    changed: [
      { id: 7, name: 'Sour soup', nameRo: '', changes: [{ column: 'price', old: '2850', new: '3150' }] },
      { id: 8, name: 'Pork rolls', nameRo: '', changes: [{ column: 'price', old: '1000', new: '1100' }] },
    ],
    left: 159,
  }
  const DONE = 'Modificate: 2'
  const category = (id: number, name: string): MenuCategory => ({
    id,
    name,
    nameRo: name,
    position: id,
    isActive: true,
    hasItems: true,
  })

  describe('changing several dishes', () => {
    const open = async (kind: BulkKind) => {
      fakeApi.answers(getMenu, [sampleDish({ id: 8, name: 'Pork rolls', nameRo: 'Sarmale' })])
      fakeApi.answers(getCategories, [category(1, 'Soups'), category(2, 'Fish')])
      const onDone = vi.fn()
      const rendered = render(<BulkActions ids={IDS} onDone={onDone} />)
      const { t, user } = rendered
      await chooseBulk(rendered, kind)
      const shown = await dialog(t(`menuImports.bulk.${kind}Title`))
      const press = (name: string) => user.click(shown.getByRole('button', { name }))
      return { ...rendered, onDone, shown, press }
    }
    const sent = () => fakeApi.callsOf(changeDishes).map(({ body }) => body)

    it.each([
      ['show', true],
      ['hide', false],
    ] as const)(
      'previews “%s” as soon as its dialog opens, and makes the change on confirmation',
      async (kind, isActive) => {
        fakeApi.answers(changeDishes, OUTCOME)
        const { t, shown, press, onDone } = await open(kind)
        expect(await shown.findByText('Sour soup')).toBeDefined()
        expect(shown.getByText(t('common.dishes', { count: 3 }))).toBeDefined()
        expect(onDone).not.toHaveBeenCalled()
        fakeApi.answers(changeDishes, { ...OUTCOME, message: DONE })
        await press(t('menuImports.bulk.do', { count: 2 }))
        expect(await screen.findByText(DONE)).toBeDefined()
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
        await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
        expect(sent()).toEqual([
          { ids: IDS, change: { isActive }, dryRun: true },
          { ids: IDS, change: { isActive }, dryRun: false, menu: 'menu-1' },
        ])
      },
    )

    it('changes prices by percent or amount, up or down, rounded, and previews each old and new price', async () => {
      const { t, user, shown, press } = await open('price')
      const preview = t('menuImports.preview')
      const percent = shown.getByLabelText(t('menuImports.bulk.percentLabel'))
      await press(preview)
      await waitFor(() => expect(textBelow(percent)).toBe(t('menuImports.bulk.raiseWrong')))
      expect(document.activeElement).toBe(percent)
      await user.click(shown.getByRole('radio', { name: t('menuImports.bulk.lower') }))
      await user.fill(percent, '101')
      await press(preview)
      await waitFor(() => expect(textBelow(percent)).toBe(t('menuImports.bulk.lowerWrong')))

      await user.click(shown.getByRole('radio', { name: t('menuImports.bulk.amount') }))
      const amount = shown.getByLabelText(t('menuImports.bulk.amountLabel'))
      await user.fill(amount, '1,5,5')
      await press(preview)
      await waitFor(() => expect(textBelow(amount)).toBe(t('menuImports.bulk.amountWrong')))
      await user.fill(amount, '150')
      await press(preview)
      await waitFor(() => expect(textBelow(amount)).toBe(t('menuEditor.price.choose')))
      await user.click(shown.getByRole('button', { name: /^1\.50 LEI/ }))
      expect(document.activeElement).toBe(amount)
      expect(shown.getByText('= 1.50 LEI')).toBeDefined()
      await user.click(shown.getByRole('combobox', { name: t('menuImports.bulk.roundTo') }))
      await user.click(await screen.findByRole('option', { name: '0.50 LEI' }))
      fakeApi.answers(changeDishes, OUTCOME)
      await press(preview)
      const [from, to] = [t('menu.from'), t('menuImports.to')]
      expect(
        (await shown.findAllByText(t('menuImports.columns.price'))).map((cell) => cell.closest('li')?.textContent),
      ).toEqual([
        `${t('menuImports.columns.price')}${from} 28.50 LEI ${to} 31.50 LEI`,
        `${t('menuImports.columns.price')}${from} 10.00 LEI ${to} 11.00 LEI`,
      ])
      // The form still has its values.
      await press(t('common.back'))
      expect(shown.getByLabelText(t('menuImports.bulk.amountLabel'))).toHaveProperty('value', '1.50')
      expect(sent()).toEqual([{ ids: IDS, change: { price: { add: -150, roundTo: 50 } }, dryRun: true }])
    })

    it('begins with nothing of what was typed for other dishes', async () => {
      const view = await open('price')
      const { t, user, shown, press, rerender } = view
      const percent = t('menuImports.bulk.percentLabel')
      await user.click(shown.getByRole('radio', { name: t('menuImports.bulk.lower') }))
      await user.fill(shown.getByLabelText(percent), '50')
      await press(t('common.close'))
      rerender(<BulkActions ids={[8]} onDone={view.onDone} />)
      await chooseBulk(view, 'price')
      const next = await dialog(t('menuImports.bulk.priceTitle'))
      expect(next.getByLabelText(percent)).toHaveProperty('value', '')
      expect(next.getByRole('radio', { name: t('menuImports.bulk.raise') })).toHaveProperty('checked', true)
    })

    it('previews a move to an existing category or to a new one', async () => {
      fakeApi.answers(changeDishes, OUTCOME)
      const { t, user, shown, press } = await open('category')
      const list = () => shown.getByRole('combobox', { name: t('menuImports.columns.category') })
      await waitFor(() => expect(list().textContent).toBe('Soups'))
      await press(t('menuImports.preview'))
      await shown.findByText('Sour soup')
      await press(t('common.back'))
      await user.click(list())
      await user.click(await screen.findByRole('option', { name: t('menuImports.bulk.newCategory') }))
      const name = shown.getByLabelText(t('menuImports.bulk.newName'))
      await press(t('menuImports.preview'))
      await waitFor(() => expect(textBelow(name)).toBe(t('menuImports.bulk.nameWrong')))
      await user.fill(name, ' Pizza ')
      await press(t('menuImports.preview'))
      await shown.findByText('Sour soup')
      expect(sent()).toEqual([
        { ids: IDS, change: { category: 'Soups' }, dryRun: true },
        { ids: IDS, change: { category: 'Pizza' }, dryRun: true },
      ])
    })

    it('names each dish that cannot be changed, and then offers no confirmation', async () => {
      const bad = [
        { line: 2, column: 'price', message: 'Cel puțin 0' },
        { line: 3, column: '', message: 'Preparatul nu există' },
      ]
      fakeApi.answers(changeDishes, { ...OUTCOME, bad })
      const { t, shown } = await open('show')
      expect(await shown.findByText('Preparatul nu există')).toBeDefined()
      expect(shown.getByText(t('menuImports.bulk.place', { line: 3 }))).toBeDefined()
      const name = 'Pork rolls'
      expect(shown.getByText(`${name} · ${t('menuImports.columns.price')}`)).toBeDefined()
      expect(shown.getByText(t('menuImports.bulk.mend'))).toBeDefined()
      expect(shown.queryByRole('button', { name: t('menuImports.bulk.do', { count: 2 }) })).toBeNull()
    })

    it('requests a new preview after a failed one, and if the menu has changed since the preview', async () => {
      fakeApi.isOutOfReach(changeDishes)
      const { t, shown, press } = await open('hide')
      expect(await shown.findByText(t('common.noConnection'))).toBeDefined()
      fakeApi.answers(changeDishes, OUTCOME)
      await press(t('common.tryAgain'))
      await shown.findByText('Sour soup')
      fakeApi.refusesOnce(changeDishes, 409, { code: 'menu_changed' }, { ...OUTCOME, menu: 'menu-2' })
      await press(t('menuImports.bulk.do', { count: 2 }))
      expect((await shown.findByRole('alert')).textContent).toBe(t('menuImports.outdated'))
      await press(t('menuImports.bulk.do', { count: 2 }))
      await waitFor(() => expect(sent().at(-1)).toMatchObject({ dryRun: false, menu: 'menu-2' }))
    })
  })
})

describe('bulk lists', () => {
  const DISHES = [
    sampleDish({ id: 7, tags: ['vegan', 'of the house'], allergenCodes: ['celery'] }),
    sampleDish({ id: 8, tags: [], allergenCodes: [] }),
  ]
  const IDS = [7, 8]
  const NOTHING: MenuOutcome = { ...NO_CHANGES, left: 2 }

  describe('changing lists of several dishes', () => {
    const open = async (kind: BulkKind, outcome = NOTHING) => {
      fakeApi.answers(getMenu, DISHES)
      fakeApi.answers(getCategories, [])
      fakeApi.answers(changeDishes, outcome)
      const onDone = vi.fn()
      const { t, user } = render(<BulkActions ids={IDS} onDone={onDone} />)
      await chooseBulk({ t, user }, kind)
      const shown = await dialog(t(`menuImports.bulk.${kind}Title`))
      const press = (name: string) => user.click(shown.getByRole('button', { name }))
      const preview = () => press(t('menuImports.preview'))
      const chips = async (legend: 'addThese' | 'removeThese') =>
        within(
          await shown.findByRole('group', {
            name: t(legend === 'addThese' ? 'common.add' : 'menuImports.bulk.removeThese'),
          }),
        )
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
      await press(t('common.back'))
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
        { id: 7, name: 'Sour soup', nameRo: '' },
        { id: 8, name: 'Other soup', nameRo: '' },
      ]
      const { t, user, shown, onDone } = await open('delete', { ...NOTHING, deleted })
      const list = within(await shown.findByRole('region', { name: t('menuImports.deleted') }))
      expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Sour soup', 'Other soup'])
      expect(shown.getByText(t('menuImports.deletedForEver'))).toBeDefined()
      fakeApi.answers(changeDishes, { ...NOTHING, deleted, message: 'Șterse: 2' })
      await user.click(shown.getByRole('button', { name: t('menuImports.bulk.doDelete', { count: 2 }) }))
      expect(await screen.findByText('Șterse: 2')).toBeDefined()
      await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
      expect(screen.queryByRole('button', { name: t('orders.undo') })).toBeNull()
      expect(fakeApi.callsOf(changeDishes).map(({ body }) => body)).toEqual([
        { ids: IDS, change: { delete: true }, dryRun: true },
        { ids: IDS, change: { delete: true }, dryRun: false, menu: 'menu-1' },
      ])
    })
  })
})

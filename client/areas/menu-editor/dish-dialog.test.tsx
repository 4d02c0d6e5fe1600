import { describe, expect, it } from 'vitest'
import { getCategories } from '#shared/contracts/menu/menu.ts'
import { changeDish, createDish } from '#shared/contracts/menu/menu-editing.ts'
import { queryClient } from '../../lib/api/query.ts'
import { fakeApi, screen, textBelow, waitFor, within } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import { dishDialog, SOUP, SOUPS, WINES } from './dish-dialog.fixture.tsx'

describe('the dish dialog', () => {
  const { nameOf, open, fillNames } = dishDialog('en')

  it('begins with Romanian in a Romanian restaurant, where English may stay empty', async () => {
    fakeApi.answers(createDish, sampleDish({ id: 20, name: 'Ciorbă', nameRo: 'Ciorbă' }))
    const { user, t, form, field, price, save, category, isClosed } = await open('add', { language: 'ro' })
    const order = field('nameRo').compareDocumentPosition(field('name'))
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await user.click(save())
    await waitFor(() => expect(textBelow(field('nameRo'))).toBe(t('validation.required')))
    expect(textBelow(field('name'))).toBe(t('settings.englishOptional'))
    await user.fill(field('nameRo'), 'Ciorbă')
    await user.fill(price(), '29')
    await user.click(form.getByRole('button', { name: /^29\.00 LEI/ }))
    await category('Soups')
    await user.click(save())
    await isClosed()
    expect(fakeApi.callsOf(createDish)[0]?.body).toMatchObject({ name: 'Ciorbă', nameIsFallback: true, price: 2900 })
  })

  it('begins with Romanian for a Romanian reader too, where English is required', async () => {
    const { user, form, field, save } = await dishDialog('ro').open('add')
    expect(form.getAllByRole('textbox').slice(0, 2)).toEqual([field('nameRo'), field('name')])
    await user.click(save())
    await waitFor(() => expect(textBelow(field('name'))).not.toBe(''))
    expect(document.activeElement).toBe(field('nameRo'))
  })

  it('leaves the English name empty that only repeats the Romanian one, which it follows', async () => {
    const dish = { ...SOUP, name: 'Ciorbă', nameRo: 'Ciorbă', nameIsFallback: true }
    fakeApi.answers(changeDish, { ...dish, name: 'Supă', nameRo: 'Supă' })
    const { user, field, save, isClosed } = await open('edit', { language: 'ro' }, [SOUPS, WINES], dish)
    expect([field('nameRo'), field('name')].map((input) => (input as HTMLInputElement).value)).toEqual(['Ciorbă', ''])
    await user.fill(field('nameRo'), 'Supă')
    await user.click(save())
    await isClosed()
    expect(fakeApi.callsOf(changeDish)[0]?.body).toEqual({ name: 'Supă', nameRo: 'Supă', nameIsFallback: true })
  })

  it('reads whole numbers as amounts once that was chosen, says so, and asks again on request', async () => {
    const { user, t, form, field, price } = await open('edit')
    // It opens with the beginning of the name in sight, not its end.
    const name = field('name') as HTMLInputElement
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect([name.value !== '', name.selectionStart, name.selectionEnd]).toEqual([true, 0, 0])
    await user.fill(price(), '29')
    await user.click(form.getByRole('button', { name: /^29\.00 LEI/ }))
    await user.fill(price(), '31')
    expect(form.getByText('= 31.00 LEI')).toBeDefined()
    await user.tab()
    expect(price()).toHaveProperty('value', '31.00')
    expect(form.getByText(t('menuEditor.price.wholeIs.lei'), { exact: false })).toBeDefined()
    await user.click(form.getByRole('button', { name: t('menuEditor.price.askAgain') }))
    await user.fill(price(), '32')
    expect(form.getByText(t('menuEditor.price.which'))).toBeDefined()
  })

  it('requires names, price and category, and adds a dish with all fields', async () => {
    const added = sampleDish({ id: 20, name: 'Bean soup', nameRo: 'Ciorbă de fasole' })
    fakeApi.answers(createDish, added)
    const rendered = await open('add')
    const { user, t, form, field, save, category, isClosed } = rendered
    const nutrient = (name: 'calories' | 'salt') =>
      form.getByRole('textbox', { name: new RegExp(`^${t(`menuEditor.nutrients.${name}`)}`) })
    await user.click(save())
    await waitFor(() => expect(textBelow(field('name'))).toBe(t('validation.required')))
    await waitFor(() => expect(textBelow(field('nameRo'))).toBe(t('validation.required')))
    await waitFor(() => expect(textBelow(rendered.price())).toBe(t('validation.required')))
    expect(form.getAllByText(t('validation.required')).length).toBeGreaterThanOrEqual(4)
    expect(document.activeElement).toBe(field('name'))
    expect(fakeApi.callsOf(createDish)).toEqual([])

    await fillNames(rendered)
    expect(form.getByText(/28\.50 LEI/, { selector: 'output' })).toBeDefined()
    await user.click(save())
    const choice = form.getByRole('combobox', { name: t('menuEditor.fields.category') })
    await waitFor(() => expect(document.activeElement).toBe(choice))
    expect([textBelow(choice), choice.getAttribute('aria-invalid')]).toEqual([t('validation.required'), 'true'])
    await category('Soups')
    await user.fill(field('description'), 'With bread')
    await user.click(form.getByRole('checkbox', { name: t('menu.tags.vegan') }))
    await user.click(form.getByRole('checkbox', { name: t('menu.allergens.celery') }))
    const milk = form.getByRole('checkbox', { name: t('menu.allergens.milk') })
    await user.click(milk)
    await user.fill(field('allergens'), 'Traces of nuts')
    await user.fill(field('ingredients'), 'Beans – 300 g')
    await user.fill(nutrient('calories'), '410')
    await user.fill(nutrient('salt'), '1,2')
    await user.click(form.getByRole('switch', { name: t('menuEditor.fields.isActive') }))
    await user.click(save())
    await isClosed()
    expect(await screen.findByText(t('common.saved', { name: nameOf(added) }))).toBeDefined()
    expect(fakeApi.callsOf(createDish)).toMatchObject([
      {
        body: {
          name: 'Bean soup',
          nameRo: 'Ciorbă de fasole',
          description: 'With bread',
          descriptionRo: '',
          price: 2850,
          category: 'Soups',
          categoryRo: 'Ciorbe',
          imageUrl: '',
          tags: ['vegan'],
          isActive: false,
          allergens: 'Traces of nuts',
          allergenCodes: ['milk', 'celery'],
          nutritionalValues: {
            calories: 410,
            protein: 0,
            carbs: 0,
            fat: 0,
            fiber: 0,
            saturates: null,
            sugars: null,
            salt: 1.2,
          },
          ingredients: 'Beans – 300 g',
          ingredientsRo: '',
        },
      },
    ])
    expect(fakeApi.callsOf(createDish)[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('shows what a price means; asks what a small whole number means, and takes the choice', async () => {
    const [choice, minor] = ['0.28 LEI', 28]
    fakeApi.answers(changeDish, { ...SOUP, price: minor, version: 5 })
    const { user, t, price, save, form, isClosed } = await open('edit')
    for (const [text, formatted] of [
      ['3150', '31.50 LEI'],
      ['28,50', '28.50 LEI'],
      ['1.250,00', '1 250.00 LEI'],
    ] as const) {
      await user.fill(price(), text)
      expect(form.getByText(`= ${formatted}`)).toBeDefined()
    }
    await user.fill(price(), '28')
    expect(form.getByText(t('menuEditor.price.which'))).toBeDefined()
    const group = within(form.getByRole('group', { name: t('menuEditor.price.whichOf', { text: '28' }) }))
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '0.28 LEI28 bani',
      '28.00 LEI28 lei',
    ])
    await user.click(save())
    await waitFor(() => expect(textBelow(price())).toBe(t('menuEditor.price.choose')))
    expect(document.activeElement).toBe(price())
    await user.tab()
    expect(document.activeElement).toBe(group.getAllByRole('button')[0])
    await user.click(group.getByRole('button', { name: new RegExp(`^${choice}`) }))
    expect(price()).toHaveProperty('value', choice.replace(' LEI', ''))
    expect(document.activeElement).toBe(price())
    expect(form.getByText(`= ${choice}`)).toBeDefined()
    await waitFor(() => expect(price().getAttribute('aria-invalid')).toBeNull())
    await user.click(save())
    await isClosed()
    expect(fakeApi.callsOf(changeDish).map(({ body }) => body)).toEqual([{ price: minor }])
  })

  it('counts in Romanian what a small whole number means', async () => {
    const { user, t, form, price } = await dishDialog('ro').open('edit')
    await user.fill(price(), '28')
    const group = within(form.getByRole('group', { name: t('menuEditor.price.whichOf', { text: '28' }) }))
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '0.28 LEI28 de bani',
      '28.00 LEI28 de lei',
    ])
  })

  it('keeps the Romanian name being entered if its category meanwhile gets another one, or is deleted', async () => {
    const rendered = await open('add')
    const { user, t, form, category } = rendered
    await category('Wines')
    const nameRo = form.getByLabelText(t('menuEditor.fields.categoryRo'))
    await user.fill(nameRo, 'V')
    for (const [categories, typed, value] of [
      [[SOUPS, { ...WINES, nameRo: 'Vinuri' }], 'in', 'Vin'],
      [[SOUPS], 'o', 'Vino'],
    ] as const) {
      fakeApi.answers(getCategories, [...categories])
      await queryClient.invalidateQueries()
      await user.keyboard(typed)
      expect(document.activeElement).toBe(nameRo)
      expect(nameRo).toHaveProperty('value', value)
    }
  })

  it('requires both names of a new category, and offers the Romanian name of a category without one', async () => {
    fakeApi.answers(createDish, sampleDish({ id: 20 }))
    const rendered = await open('add')
    const { user, t, form, save, category } = rendered
    const nameRo = () => form.queryByLabelText(t('menuEditor.fields.categoryRo'))
    await fillNames(rendered)
    await category('Soups')
    expect(nameRo()).toBeNull()
    await category('Wines')
    expect(nameRo()).not.toBeNull()
    await category(t('menuEditor.newCategory'))
    await user.click(save())
    const name = form.getByLabelText(t('menuEditor.newCategoryName'))
    await waitFor(() => expect(textBelow(name)).toBe(t('validation.required')))
    await user.fill(name, 'Broths')
    await user.fill(nameRo() as HTMLElement, 'Supe')
    await user.click(save())
    await rendered.isClosed()
    expect(fakeApi.callsOf(createDish)[0]?.body).toMatchObject({ category: 'Broths', categoryRo: 'Supe' })
  })

  it('lists the categories with dishes first', async () => {
    const { user, t, form } = await open('add', {}, [{ ...WINES, hasItems: false }, SOUPS])
    await user.click(form.getByRole('combobox', { name: t('menuEditor.fields.category') }))
    await screen.findByRole('option', { name: t('menuEditor.newCategory') })
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Soups',
      'Wines',
      t('menuEditor.newCategory'),
    ])
  })

  it('is empty if it is opened again while it fades out', async () => {
    const fading = { finished: new Promise(() => {}), effect: null }
    Object.assign(Element.prototype, { getAnimations: () => [fading] })
    try {
      const { user, t, form, field } = await open('add')
      await user.fill(field('name'), 'Lentil soup')
      await user.click(form.getByRole('button', { name: t('common.cancel') }))
      const add = screen.getByRole('button', { name: t('menuEditor.add'), hidden: true })
      await user.click(add)
      expect(screen.getByLabelText(t('menuEditor.fields.name'))).toHaveProperty('value', '')
    } finally {
      Reflect.deleteProperty(Element.prototype, 'getAnimations')
    }
  })

  it('stays open at a click outside if a field was changed', async () => {
    const { user, price, isClosed } = await open('edit')
    const outside = () => document.querySelector('.fixed.inset-0:not(.z-60)') as HTMLElement
    await user.fill(price(), '3000')
    await user.click(outside())
    expect(screen.queryByRole('dialog')).not.toBeNull()
    await user.fill(price(), String(SOUP.price))
    await user.click(outside())
    await isClosed()
  })
})

import { fireEvent } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { getCategories, getMenu, type MenuCategory, type MenuItem } from '#shared/contracts/menu.ts'
import { changeDish, createDish, deleteDish, toggleDish, uploadDishImage } from '#shared/contracts/menu-editing.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/query.ts'
import { dialog, fakeApi, render, screen, under, waitFor, within } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import { MenuTab } from './menu-tab.tsx'

const SOUPS: MenuCategory = { id: 1, name: 'Soups', nameRo: 'Ciorbe', position: 1, isActive: true, hasItems: true }
const WINES: MenuCategory = { ...SOUPS, id: 2, name: 'Wines', nameRo: '', position: 2, hasItems: false }
const PICTURE = `/pictures/${'a'.repeat(32)}/640.webp`
const SOUP = sampleDish({ imageUrl: PICTURE, tags: ['spicy', 'of the house'], allergenCodes: ['celery'], version: 4 })

const photo = (name = 'soup.jpg', type = 'image/jpeg', size = 1000) => {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

describe.each(LANGUAGES)('the dish dialog (%s)', (language) => {
  const isEn = language === 'en'
  const nameOf = ({ name, nameRo }: MenuItem) => (isEn ? name : nameRo)
  const open = async (what: 'add' | 'edit', settings = {}) => {
    fakeApi.answers(getMenu, [SOUP])
    fakeApi.answers(getCategories, [SOUPS, WINES])
    const drawn = render(<MenuTab transfer={null} bulk={() => null} />, { language, settings })
    const { t, user } = drawn
    const name = what === 'add' ? t('menuEditor.add') : t('menuEditor.edit', { name: nameOf(SOUP) })
    await user.click(await screen.findByRole('button', { name }))
    const form = await dialog(t(what === 'add' ? 'menuEditor.addTitle' : 'menuEditor.editTitle'))
    type Field = 'name' | 'nameRo' | 'description' | 'descriptionRo' | 'ingredients' | 'allergens' | 'imageUrl'
    const field = (one: Field) => form.getByLabelText(t(`menuEditor.fields.${one}`))
    const price = () => form.getByLabelText(t('menuEditor.priceIn.lei'))
    const nutrient = (one: 'calories' | 'salt' | 'sugars') =>
      form.getByRole('textbox', { name: new RegExp(`^${t(`menuEditor.nutrients.${one}`)}`) })
    const save = () => form.getByRole('button', { name: t('menuEditor.save') })
    const category = async (option: string) => {
      await user.click(form.getByRole('combobox', { name: t('menuEditor.fields.category') }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    const choose = (file: File) => {
      const input = form.getByLabelText(t('pictureChoice.label'))
      fireEvent.change(input, { target: { files: [file] } })
    }
    const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return { ...drawn, form, field, price, nutrient, save, category, choose, isClosed }
  }
  type Opened = Awaited<ReturnType<typeof open>>
  const fillNames = async ({ user, field, price }: Opened) => {
    await user.fill(field('name'), ' Bean soup ')
    await user.fill(field('nameRo'), 'Ciorbă de fasole')
    await user.fill(price(), '2850')
  }

  it('adds a dish with all that it can have', async () => {
    const added = sampleDish({ id: 20, name: 'Bean soup', nameRo: 'Ciorbă de fasole' })
    fakeApi.answers(createDish, added)
    const drawn = await open('add')
    const { user, t, form, field, nutrient, save, category, isClosed } = drawn
    await user.click(save())
    await waitFor(() => expect(under(field('name'))).toBe(t('validation.required')))
    expect(under(field('nameRo'))).toBe(t('validation.required'))
    expect(under(drawn.price())).toBe(t('validation.required'))
    expect(form.getAllByText(t('validation.required')).length).toBeGreaterThanOrEqual(4)
    expect(document.activeElement).toBe(field('name'))
    expect(fakeApi.callsOf(createDish)).toEqual([])

    await fillNames(drawn)
    expect(form.getByText(/28\.50 LEI/, { selector: 'output' })).toBeDefined()
    await category(isEn ? 'Soups' : 'Ciorbe')
    await user.fill(field('description'), 'With bread')
    await user.click(form.getByRole('checkbox', { name: t('menu.tags.vegan.label') }))
    await user.click(form.getByRole('checkbox', { name: t('menu.allergens.celery') }))
    const milk = form.getByRole('checkbox', { name: t('menu.allergens.milk') })
    await user.click(milk)
    await user.fill(field('allergens'), 'Traces of nuts')
    await user.fill(field('ingredients'), 'Beans – 300 g')
    await user.fill(nutrient('calories'), '410')
    expect(form.getByText(isEn ? '1,715 kJ' : '1.715 kJ')).toBeDefined()
    await user.fill(nutrient('salt'), '1,2')
    await user.click(form.getByRole('switch', { name: t('menuEditor.isShown') }))
    await user.click(save())
    await isClosed()
    expect(await screen.findByText(t('menuEditor.saved', { name: nameOf(added) }))).toBeDefined()
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

  it.each([
    ['28,50', '28.50 LEI', 2850],
    ['28,00', '28.00 LEI', 2800],
  ])('explains a price that is typed with decimals: %s', async (typed, meant, minor) => {
    const { user, t, price, save } = await open('edit')
    await user.fill(price(), typed)
    const hint = t('menuEditor.priceMeant', { price: meant, minor })
    expect(under(price())).toBe(hint)
    await user.click(save())
    await waitFor(() => expect(under(price())).toBe(`${t('validation.wholeNumber')}. ${hint}`))
    expect(fakeApi.callsOf(changeDish)).toEqual([])
  })

  it('leads to the category where that alone is missing', async () => {
    const drawn = await open('add')
    const { user, t, form, save } = drawn
    await fillNames(drawn)
    await user.click(save())
    const category = form.getByRole('combobox', { name: t('menuEditor.fields.category') })
    await waitFor(() => expect(under(category)).toBe(t('validation.required')))
    expect(document.activeElement).toBe(category)
    expect(category.getAttribute('aria-invalid')).toBe('true')
  })

  it.each([
    ['gets another Romanian name', [SOUPS, { ...WINES, nameRo: 'Vinuri' }]],
    ['is deleted', [SOUPS]],
  ])('keeps the Romanian name that is being typed where its category meanwhile %s', async (_, categories) => {
    const drawn = await open('add')
    const { user, t, form, category } = drawn
    await category('Wines')
    const nameRo = form.getByLabelText(t('menuEditor.newCategoryNameRo'))
    await user.fill(nameRo, 'V')
    fakeApi.answers(getCategories, categories)
    await queryClient.invalidateQueries()
    await user.keyboard('in')
    expect(document.activeElement).toBe(nameRo)
    expect(nameRo).toHaveProperty('value', 'Vin')
  })

  it('asks for the names of a new category, and for the Romanian one of a category that has none', async () => {
    fakeApi.answers(createDish, sampleDish({ id: 20 }))
    const drawn = await open('add')
    const { user, t, form, save, category } = drawn
    const nameRo = () => form.queryByLabelText(t('menuEditor.newCategoryNameRo'))
    await fillNames(drawn)
    await category(isEn ? 'Soups' : 'Ciorbe')
    expect(nameRo()).toBeNull()
    await category('Wines')
    expect(nameRo()).not.toBeNull()
    await category(t('menuEditor.newCategory'))
    await user.click(save())
    const name = form.getByLabelText(t('menuEditor.newCategoryName'))
    await waitFor(() => expect(under(name)).toBe(t('validation.required')))
    await user.fill(name, 'Broths')
    await user.fill(nameRo() as HTMLElement, 'Supe')
    await user.click(save())
    await drawn.isClosed()
    expect(fakeApi.callsOf(createDish)[0]?.body).toMatchObject({ category: 'Broths', categoryRo: 'Supe' })
  })

  it('sends of an edited dish what was changed, for the version that was seen; tags that Masa does not know stay', async () => {
    fakeApi.answers(changeDish, { ...SOUP, price: 3000, tags: ['of the house'], version: 5 })
    const { user, t, form, price, save, isClosed } = await open('edit')
    expect(form.getByRole('checkbox', { name: 'of the house' })).toHaveProperty('checked', true)
    await user.click(form.getByRole('checkbox', { name: t('menu.tags.spicy.label') }))
    await user.fill(price(), '3000')
    await user.click(save())
    await isClosed()
    expect(fakeApi.callsOf(changeDish)).toMatchObject([
      { path: '/api/menu/7', body: { price: 3000, tags: ['of the house'] } },
    ])
    const [call] = fakeApi.callsOf(changeDish)
    expect(Object.keys(call?.body as object)).toEqual(['price', 'tags'])
    expect(call?.headers.get('If-Match')).toBe('"4"')
  })

  it('shows what was saved at once, also to a form that is opened before the menu is here again', async () => {
    fakeApi.answers(changeDish, { ...SOUP, price: 3000, version: 5 })
    const { user, t, price, save, isClosed } = await open('edit')
    fakeApi.holds(getMenu, [])
    await user.fill(price(), '3000')
    await user.click(save())
    await isClosed()
    await user.click(screen.getByRole('button', { name: t('menuEditor.edit', { name: nameOf(SOUP) }) }))
    const again = await dialog(t('menuEditor.editTitle'))
    expect(again.getByLabelText(t('menuEditor.priceIn.lei'))).toHaveProperty('value', '3000')
    await user.fill(again.getByLabelText(t('menuEditor.fields.name')), 'Lentil soup')
    await user.click(again.getByRole('button', { name: t('menuEditor.save') }))
    await waitFor(() => expect(fakeApi.callsOf(changeDish)).toHaveLength(2))
    expect(fakeApi.callsOf(changeDish)[1]?.headers.get('If-Match')).toBe('"5"')
    await isClosed()
  })

  it('closes without a call where nothing was changed', async () => {
    const { user, save, isClosed } = await open('edit')
    await user.click(save())
    await isClosed()
    expect(fakeApi.callsOf(changeDish)).toEqual([])
  })

  it('keeps what is typed while a save is running, and saves it next', async () => {
    const release = fakeApi.holds(changeDish, { ...SOUP, price: 3000, version: 5 })
    const { user, price, field, save, isClosed } = await open('edit')
    await user.fill(price(), '3000')
    await user.click(save())
    await waitFor(() => expect(save()).toHaveProperty('disabled', true))
    await user.fill(field('name'), 'Sour soup with lovage')
    release()
    await waitFor(() => expect(save()).toHaveProperty('disabled', false))
    expect(field('name')).toHaveProperty('value', 'Sour soup with lovage')
    expect(price()).toHaveProperty('value', '3000')

    fakeApi.answers(changeDish, { ...SOUP, name: 'Sour soup with lovage', price: 3000, version: 6 })
    await user.click(save())
    await isClosed()
    const [, second] = fakeApi.callsOf(changeDish)
    expect(second?.body).toEqual({ name: 'Sour soup with lovage' })
    expect(second?.headers.get('If-Match')).toBe('"5"')
  })

  it('leaves another form open when the answer to one that was closed arrives', async () => {
    const release = fakeApi.holds(changeDish, { ...SOUP, price: 3000, version: 5 })
    const { user, t, form, price, save, isClosed } = await open('edit')
    await user.fill(price(), '3000')
    await user.click(save())
    await waitFor(() => expect(fakeApi.callsOf(changeDish)).toHaveLength(1))
    await user.click(form.getByRole('button', { name: t('common.cancel') }))
    await isClosed()
    await user.click(screen.getByRole('button', { name: t('menuEditor.add') }))
    const next = await dialog(t('menuEditor.addTitle'))
    await user.fill(next.getByLabelText(t('menuEditor.fields.name')), 'Lentil soup')
    release()
    expect(await screen.findByText(t('menuEditor.saved', { name: nameOf(SOUP) }))).toBeDefined()
    expect(next.getByLabelText(t('menuEditor.fields.name'))).toHaveProperty('value', 'Lentil soup')
    expect(screen.queryByRole('dialog', { name: t('menuEditor.addTitle') })).not.toBeNull()
  })

  it('says what was refused after its form was closed', async () => {
    const { user, t, form, isClosed } = await open('edit')
    await user.click(form.getByRole('button', { name: t('common.cancel') }))
    await isClosed()
    // The save waits for its turn behind this one.
    const release = fakeApi.holds(toggleDish, SOUP)
    await user.click(screen.getByRole('switch', { name: t('menuEditor.shown', { name: nameOf(SOUP) }) }))
    await user.click(screen.getByRole('button', { name: t('menuEditor.edit', { name: nameOf(SOUP) }) }))
    const again = await dialog(t('menuEditor.editTitle'))
    await user.fill(again.getByLabelText(t('menuEditor.priceIn.lei')), '3000')
    fakeApi.refuses(changeDish, 409, { code: 'dish_changed', message: 'Altcineva', item: { ...SOUP, version: 5 } })
    await user.click(again.getByRole('button', { name: t('menuEditor.save') }))
    await user.click(again.getByRole('button', { name: t('common.cancel') }))
    await isClosed()
    release()
    expect(await screen.findByText(t('menuEditor.notSaved', { name: nameOf(SOUP) }))).toBeDefined()
    expect(screen.getByText('Altcineva')).toBeDefined()
  })

  it('begins anew where it is opened again while it fades out', async () => {
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

  it('says that a save failed, and keeps everything', async () => {
    fakeApi.refuses(changeDish, 500, { message: 'Fum' })
    const { user, t, price, save } = await open('edit')
    await user.fill(price(), '3000')
    await user.click(save())
    expect(await screen.findByText(t('common.error'))).toBeDefined()
    expect(screen.getByText(t('errors.internal'))).toBeDefined()
    expect(price()).toHaveProperty('value', '3000')
  })

  it('repeats a lost attempt to add a dish under its key, and another dish under another', async () => {
    fakeApi.isOutOfReach(createDish)
    const drawn = await open('add')
    const { user, t, field, save, category, isClosed } = drawn
    await fillNames(drawn)
    await category(isEn ? 'Soups' : 'Ciorbe')
    await user.click(save())
    expect(await screen.findByText(t('errors.internal'))).toBeDefined()
    await user.click(save())
    await waitFor(() => expect(fakeApi.callsOf(createDish)).toHaveLength(2))
    await waitFor(() => expect(save()).toHaveProperty('disabled', false))
    fakeApi.answers(createDish, sampleDish({ id: 20 }))
    await user.fill(field('name'), 'Lentil soup')
    await user.click(save())
    await isClosed()
    const keys = fakeApi.callsOf(createDish).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[1])
  })

  it('says the server’s own faults under their fields', async () => {
    fakeApi.refuses(changeDish, 400, { message: 'Nu', issues: [{ path: 'name', message: 'Prea ciudat' }] })
    const { user, field, save } = await open('edit')
    await user.fill(field('name'), 'Odd')
    await user.click(save())
    await waitFor(() => expect(under(field('name'))).toBe('Prea ciudat'))
    expect(document.activeElement).toBe(field('name'))
  })

  describe('where somebody else has changed the dish', () => {
    const THEIRS = { ...SOUP, price: 3100, description: 'Very hot', version: 5 }
    const meet = async () => {
      fakeApi.refuses(changeDish, 409, { code: 'dish_changed', message: 'Altcineva', item: THEIRS })
      const drawn = await open('edit')
      await drawn.user.fill(drawn.price(), '3000')
      await drawn.user.fill(drawn.field('name'), 'Soup')
      await drawn.user.click(drawn.save())
      const title = drawn.t('menuEditor.conflict.title')
      const notice = within(await screen.findByRole('alert', { name: title }))
      return { ...drawn, notice }
    }

    it('shows both versions', async () => {
      const { t, notice, price } = await meet()
      expect(notice.getByText('31.00 LEI')).toBeDefined()
      expect(notice.getByText('30.00 LEI')).toBeDefined()
      expect(notice.getByText('Very hot')).toBeDefined()
      expect(notice.getByText(t('menuEditor.conflict.notMine'))).toBeDefined()
      expect(notice.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
        t('menuEditor.fields.name'),
        t('menuEditor.fields.description'),
        t('menuEditor.priceIn.lei'),
      ])
      expect(price()).toHaveProperty('value', '3000')
    })

    it('saves mine over it, and leaves them what only they have changed', async () => {
      const { user, t, notice, isClosed } = await meet()
      fakeApi.answers(changeDish, { ...THEIRS, name: 'Soup', price: 3000, version: 6 })
      await user.click(notice.getByRole('button', { name: t('menuEditor.conflict.saveMine') }))
      await isClosed()
      const [, second] = fakeApi.callsOf(changeDish)
      expect(second?.body).toEqual({ name: 'Soup', price: 3000 })
      expect(second?.headers.get('If-Match')).toBe('"5"')
    })

    it('takes theirs, and goes on from there', async () => {
      const { user, t, notice, price, field, save, isClosed } = await meet()
      await user.click(notice.getByRole('button', { name: t('menuEditor.conflict.takeTheirs') }))
      await waitFor(() => expect(price()).toHaveProperty('value', '3100'))
      expect(field('name')).toHaveProperty('value', SOUP.name)
      expect(field('description')).toHaveProperty('value', 'Very hot')
      expect(screen.queryByRole('alert', { name: t('menuEditor.conflict.title') })).toBeNull()
      await user.click(save())
      await isClosed()
      expect(fakeApi.callsOf(changeDish)).toHaveLength(1)
    })
  })

  it('adds a dish anew that somebody else has deleted meanwhile', async () => {
    fakeApi.refuses(changeDish, 404, { message: 'Nu există' })
    fakeApi.answers(createDish, { ...SOUP, id: 30 })
    const { user, t, price, save, isClosed } = await open('edit')
    await user.fill(price(), '3000')
    await user.click(save())
    expect(await screen.findByText(t('menuEditor.gone'))).toBeDefined()
    await user.click(save())
    await isClosed()
    expect(fakeApi.callsOf(createDish)[0]?.body).toMatchObject({ name: SOUP.name, price: 3000 })
  })

  it('deletes the dish after asking', async () => {
    fakeApi.answers(deleteDish, undefined)
    const { user, t, form, isClosed } = await open('edit')
    await user.click(form.getByRole('button', { name: t('menuEditor.deleteConfirm') }))
    const asked = within(await screen.findByRole('alertdialog'))
    await user.click(asked.getByRole('button', { name: t('menuEditor.deleteConfirm') }))
    await isClosed()
    expect(fakeApi.callsOf(deleteDish).map(({ path }) => path)).toEqual(['/api/menu/7'])
  })

  it('stays open at a touch outside once something was typed', async () => {
    const { user, price, isClosed } = await open('edit')
    const outside = () => document.querySelector('.fixed.inset-0:not(.z-60)') as HTMLElement
    await user.fill(price(), '3000')
    await user.click(outside())
    expect(screen.queryByRole('dialog')).not.toBeNull()
    await user.fill(price(), String(SOUP.price))
    await user.click(outside())
    await isClosed()
  })

  describe('a picture', () => {
    it.each([
      ['too large', photo('a.png', 'image/png', 5 * 1024 * 1024 + 1), 'Image size should be less than 5MB', '5 MB'],
      [
        'of another type',
        photo('a.gif', 'image/gif'),
        'Only JPG, PNG and WebP images are allowed',
        'Se acceptă doar imagini JPG, PNG și WebP',
      ],
      ['from an iPhone', photo('IMG_1.HEIC', ''), 'This is a HEIC photo from an iPhone', 'fotografie HEIC'],
    ])('that is %s is refused before it is sent', async (_, file, en, ro) => {
      const { form, choose, t } = await open('edit')
      choose(file)
      expect((await form.findByRole('alert')).textContent).toContain(isEn ? en : ro)
      expect(form.queryByAltText(t('pictureChoice.chosen'))).toBeNull()
    })

    it('is shown, and sent after the item', async () => {
      vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview')
      fakeApi.answers(createDish, sampleDish({ id: 20 }))
      const release = fakeApi.holds(uploadDishImage, sampleDish({ id: 20, imageUrl: PICTURE, version: 2 }))
      const drawn = await open('add')
      const { user, t, form, save, category, choose, isClosed } = drawn
      await fillNames(drawn)
      await category(isEn ? 'Soups' : 'Ciorbe')
      const file = photo()
      choose(file)
      expect(form.getByAltText(t('pictureChoice.chosen')).getAttribute('src')).toBe('blob:preview')
      await user.click(save())
      const progress = await form.findByRole('progressbar', { name: t('pictureChoice.sending') })
      expect(progress).toHaveProperty('value', 0.5)
      expect(form.queryByRole('button', { name: t('pictureChoice.remove') })).toBeNull()
      release()
      await isClosed()
      expect(fakeApi.callsOf(createDish)).toHaveLength(1)
      const [sent] = fakeApi.callsOf(uploadDishImage)
      expect(sent?.path).toBe('/api/menu/20/image')
      expect(sent?.body).toMatchObject({ image: { name: 'soup.jpg' } })
    })

    it('that fails leaves the item saved, says so, and is tried again alone', async () => {
      fakeApi.answers(createDish, sampleDish({ id: 20 }))
      fakeApi.refuses(uploadDishImage, 415, { code: 'image_type', message: 'Numai JPG' })
      const drawn = await open('add')
      const { user, t, form, save, category, choose, isClosed } = drawn
      await fillNames(drawn)
      await category(isEn ? 'Soups' : 'Ciorbe')
      choose(photo())
      await user.click(save())
      expect(await screen.findByText(t('pictureChoice.failed'))).toBeDefined()
      expect(screen.getByText(t('pictureChoice.failedDescription'))).toBeDefined()
      expect(isEn && [t('pictureChoice.failed'), t('pictureChoice.failedDescription')]).toEqual(
        isEn && ['Image Upload Failed', 'Upload failed'],
      )
      expect((await form.findByRole('alert')).textContent).toBe(`Numai JPG ${t('menuEditor.pictureKept')}`)

      fakeApi.answers(uploadDishImage, sampleDish({ id: 20, imageUrl: PICTURE }))
      await user.click(save())
      await isClosed()
      expect(fakeApi.callsOf(createDish)).toHaveLength(1)
      expect(fakeApi.callsOf(changeDish)).toHaveLength(0)
      expect(fakeApi.callsOf(uploadDishImage).map(({ path }) => path)).toEqual([
        '/api/menu/20/image',
        '/api/menu/20/image',
      ])
    })

    it('that was sent is forgotten, though something else was typed meanwhile', async () => {
      const release = fakeApi.holds(uploadDishImage, { ...SOUP, version: 5 })
      const { user, t, form, field, save, choose, isClosed } = await open('edit')
      choose(photo())
      await user.click(save())
      await form.findByRole('progressbar', { name: t('pictureChoice.sending') })
      await user.fill(field('name'), 'Lentil soup')
      release()
      await waitFor(() => expect(save()).toHaveProperty('disabled', false))
      expect(form.queryByAltText(t('pictureChoice.chosen'))).toBeNull()
      expect(field('name')).toHaveProperty('value', 'Lentil soup')

      fakeApi.answers(changeDish, { ...SOUP, name: 'Lentil soup', version: 6 })
      await user.click(save())
      await isClosed()
      expect(fakeApi.callsOf(changeDish).map(({ body }) => body)).toEqual([{ name: 'Lentil soup' }])
      expect(fakeApi.callsOf(changeDish)[0]?.headers.get('If-Match')).toBe('"5"')
      expect(fakeApi.callsOf(uploadDishImage)).toHaveLength(1)
    })

    it('that is chosen while the item is saved is sent after it', async () => {
      const release = fakeApi.holds(changeDish, { ...SOUP, price: 3000, version: 5 })
      fakeApi.answers(uploadDishImage, { ...SOUP, price: 3000, version: 6 })
      const { user, price, save, choose, isClosed } = await open('edit')
      await user.fill(price(), '3000')
      await user.click(save())
      await waitFor(() => expect(fakeApi.callsOf(changeDish)).toHaveLength(1))
      choose(photo('late.jpg'))
      release()
      await isClosed()
      expect(fakeApi.callsOf(uploadDishImage)).toMatchObject([{ body: { image: { name: 'late.jpg' } } }])
    })

    it('is taken away with the next save', async () => {
      fakeApi.answers(changeDish, { ...SOUP, imageUrl: '', version: 5 })
      const { user, t, form, field, save, isClosed } = await open('edit')
      expect(form.queryByLabelText(t('menuEditor.fields.imageUrl'))).toBeNull()
      await user.click(form.getByRole('button', { name: t('pictureChoice.remove') }))
      expect(field('imageUrl')).toHaveProperty('value', '')
      expect(document.activeElement).toBe(form.getByRole('button', { name: t('pictureChoice.choose') }))
      await user.click(save())
      await isClosed()
      expect(fakeApi.callsOf(changeDish)[0]?.body).toEqual({ imageUrl: '' })
    })

    it('can be somebody else’s web address', async () => {
      const { user, t, form, field, save } = await open('edit')
      await user.click(form.getByRole('button', { name: t('pictureChoice.remove') }))
      await user.fill(field('imageUrl'), 'javascript:alert(1)')
      await user.click(save())
      await waitFor(() => expect(under(field('imageUrl'))).toBe(t('validation.imageUrl')))
      expect(fakeApi.callsOf(changeDish)).toEqual([])
    })
  })
})

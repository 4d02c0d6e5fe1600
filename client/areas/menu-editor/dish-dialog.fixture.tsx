import { expect } from 'vitest'
import { getCategories, getMenu, type MenuCategory, type MenuItem } from '#shared/contracts/menu/menu.ts'
import { listOptions } from '#shared/contracts/menu/options.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Language } from '#shared/domain/language.ts'
import { dialog, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import MenuTab from './menu-tab.tsx'

export const SOUPS: MenuCategory = {
  id: 1,
  name: 'Soups',
  nameRo: 'Ciorbe',
  position: 1,
  isActive: true,
  hasItems: true,
}
export const WINES: MenuCategory = { ...SOUPS, id: 2, name: 'Wines', nameRo: '', position: 2, hasItems: false }
export const PICTURE = `/pictures/${'a'.repeat(32)}/640.webp`
export const SOUP = sampleDish({
  imageUrl: PICTURE,
  tags: ['spicy', 'of the house'],
  allergenCodes: ['celery'],
  version: 4,
})

type Field = 'name' | 'nameRo' | 'description' | 'descriptionRo' | 'ingredients' | 'allergens' | 'imageUrl'

/** Functions for a test to open the dish dialog in a language and to find its inputs. */
export function dishDialog(language: Language) {
  const isEn = language === 'en'
  const nameOf = ({ name, nameRo }: MenuItem) => (isEn ? name : nameRo)
  const open = async (
    what: 'add' | 'edit',
    settings: Partial<Settings> = {},
    categories = [SOUPS, WINES],
    dish = SOUP,
  ) => {
    fakeApi.answers(getMenu, [dish])
    fakeApi.answers(getCategories, categories)
    fakeApi.answers(listOptions, [])
    const rendered = render(<MenuTab />, { language, settings })
    const { t, user } = rendered
    const name = what === 'add' ? t('menuEditor.add') : t('menuEditor.edit', { name: nameOf(dish) })
    await user.click(await screen.findByRole('button', { name }))
    const form = await dialog(what === 'add' ? t('menuEditor.addTitle') : nameOf(dish))
    await form.findByText(t('menuEditor.nutrition'))
    const field = (name: Field) => form.getByLabelText(t(`menuEditor.fields.${name}`))
    const price = () => form.getByLabelText(t('menuEditor.fields.price'))
    const save = () => form.getByRole('button', { name: t('common.save') })
    const category = async (option: string) => {
      await user.click(form.getByRole('combobox', { name: t('menuEditor.fields.category') }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return { ...rendered, form, field, price, save, category, isClosed }
  }
  const fillNames = async ({ user, field, price }: Awaited<ReturnType<typeof open>>) => {
    await user.fill(field('name'), ' Bean soup ')
    await user.fill(field('nameRo'), 'Ciorbă de fasole')
    await user.fill(price(), '2850')
  }
  return { nameOf, open, fillNames }
}

import { getCategories, getMenu, type MenuCategory, type MenuItem } from '#shared/contracts/menu/menu.ts'
import { listOptions, type MenuOption, type OptionGroup } from '#shared/contracts/menu/options.ts'
import { fakeApi } from '../../../testing/render.tsx'
import { sampleDish } from '../../../testing/samples.ts'

const MAINS: MenuCategory = { id: 1, name: 'Soups', nameRo: 'Ciorbe', position: 1, isActive: true, hasItems: true }
export const SOUP = sampleDish({ optionGroupIds: [5] })
export const FRIES = sampleDish({ id: 8, name: 'Fries', nameRo: 'Cartofi prăjiți', price: 1200 })
const STEAK = sampleDish({ id: 9, name: 'Fried steak', nameRo: 'Friptură prăjită', optionGroupIds: [6] })

export const sampleOption = (fields: Partial<MenuOption>): MenuOption => ({
  ...{ id: 51, name: 'Rice', nameRo: 'Orez', price: 0, times: 1, allergenCodes: [], menuItemId: null },
  ...{ preselected: false, isActive: true, soldOutUntil: null },
  ...fields,
})

/** A group that the soup has. */
export const SIDES: OptionGroup = {
  ...{
    id: 5,
    name: 'Side',
    nameRo: 'Garnitură',
    dishId: null,
    without: false,
    min: 0,
    max: 1,
    version: 3,
    usedBy: [7],
  },
  options: [
    sampleOption({}),
    sampleOption({ id: 52, name: 'Mash', nameRo: 'Piure', price: 400, allergenCodes: ['milk'], preselected: true }),
  ],
}
/** A required group, because of which the steak cannot be an option. */
export const DONENESS: OptionGroup = {
  ...SIDES,
  ...{ id: 6, name: 'How done', nameRo: 'Cum e făcută', min: 1, usedBy: [9], version: 1 },
  options: [sampleOption({ id: 61, name: 'Rare', nameRo: 'În sânge' })],
}

/** The fake server has this menu. */
export function answerMenu(groups: OptionGroup[] = [SIDES, DONENESS], dishes: MenuItem[] = [SOUP, FRIES, STEAK]): void {
  fakeApi.answers(getMenu, dishes)
  fakeApi.answers(getCategories, [MAINS])
  fakeApi.answers(listOptions, groups)
}

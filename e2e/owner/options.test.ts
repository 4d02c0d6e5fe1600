import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'

interface Group {
  id: number
  name: string
  min: number
  max: number | null
  options: { name: string; price: number }[]
}

test.use({ changesMenu: true })

const t = translator('ro')
const [width, height] = [390, 844]

test('an owner makes a group, a set menu and sizes on a phone, which guests get', async ({ dashboard, restaurant }) => {
  const owned = async () =>
    ((await (await fetch(`${restaurant.url}/api/menu/options`)).json()) as Group[]).filter(({ name }) =>
      name.startsWith('My '),
    )
  const [first, second] = restaurant.menu.filter(({ optionGroupIds }) => optionGroupIds.length === 0)
  if (!first || !second) throw new Error('too few dishes')
  const nameOf = (dish: { nameRo: string }) => dish.nameRo
  await dashboard.emulateMedia({ reducedMotion: 'reduce' })
  await dashboard.setViewportSize({ width, height })
  await setLanguage(dashboard, 'ro')
  await dashboard.goto('/dashboard?tab=menu&list=options')
  const press = (name: string) => dashboard.getByRole('button', { name, exact: true }).click()

  // A group of two sides, by keyboard from option to option.
  await press(t('menuOptions.add'))
  await dashboard.getByLabel(t('menuEditor.fields.name'), { exact: true }).fill('My side')
  await dashboard.getByRole('textbox', { name: t('menuOptions.optionName', { number: 1 }) }).fill('Rice')
  await dashboard.keyboard.press('Enter')
  await dashboard.getByRole('textbox', { name: t('menuOptions.optionName', { number: 2 }) }).fill('Mash')
  await dashboard.getByRole('textbox', { name: t('menuOptions.price', { number: 2 }) }).fill('4,50')
  await expectAccessible(dashboard, 'the editor of a group')
  expect(await dashboard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await press(t('common.save'))
  await expect(dashboard.getByRole('heading', { name: 'My side' }).first()).toBeVisible()

  // A set menu of one course.
  await dashboard.goto('/dashboard?tab=menu')
  await press(t('menuEditor.add'))
  const form = dashboard.getByRole('dialog', { name: t('menuEditor.addTitle') })
  await form.getByLabel(t('menuEditor.fields.name'), { exact: true }).fill('My lunch')
  await form.getByLabel(t('menuEditor.fields.nameRo'), { exact: true }).fill('Prânzul meu')
  await form.getByLabel(t('menuEditor.fields.price'), { exact: true }).fill('35 lei')
  await form.getByRole('combobox', { name: t('menuEditor.fields.category') }).click()
  const firstCategory = dashboard.getByRole('option').first()
  // Another file may have renamed it.
  const category = (await firstCategory.textContent()) ?? ''
  await firstCategory.click()
  await form.getByRole('switch', { name: t('menuEditor.fields.isSetMenu') }).click()
  await form.getByRole('switch', { name: t('menuEditor.fields.isActive') }).click()
  await form.getByRole('button', { name: t('common.save'), exact: true }).click()
  const lunchName = 'Prânzul meu'
  // It is the last row of its category; rows are rendered when the page comes near them.
  await dashboard.getByRole('heading', { name: category }).evaluate((heading) => heading.scrollIntoView())
  await press(t('menuEditor.edit', { name: lunchName }))
  const lunch = dashboard.getByRole('dialog', { name: lunchName })
  await lunch.getByRole('button', { name: t('menuOptions.addCourse') }).click()
  const course = dashboard.getByRole('dialog', { name: t('menuOptions.newGroup') })
  await course.getByLabel(t('menuEditor.fields.name'), { exact: true }).fill('My course')
  await course.getByRole('textbox', { name: t('menuOptions.addDish') }).fill(nameOf(second))
  await course
    .getByRole('button', { name: t('menuOptions.dishFound', { name: nameOf(second) }) })
    .first()
    .click()
  await expectAccessible(dashboard, 'a course of a set menu')
  await course.getByRole('button', { name: t('common.save') }).click()
  await expect(course).toBeHidden()
  await lunch.getByRole('switch', { name: t('menuEditor.fields.isActive') }).click()
  await lunch.getByRole('button', { name: t('common.save') }).click()
  await expect(lunch).toBeHidden()

  // A dish gets the group, and sizes of its own in three taps.
  await dashboard.goto('/dashboard?tab=menu')
  await press(t('menuEditor.edit', { name: nameOf(first) }))
  const editor = dashboard.getByRole('dialog', { name: nameOf(first) })
  const options = editor.getByRole('region', { name: t('menuOptions.ofThisDish') })
  await options.getByRole('combobox', { name: t('menuOptions.pick') }).click()
  // A click would first scroll the page behind the dialog, and the list follows the page away from the mouse.
  await expect(dashboard.getByRole('listbox')).toBeFocused()
  await dashboard.keyboard.type('My side')
  await expect(dashboard.getByRole('option', { name: 'My side' })).toBeFocused()
  await dashboard.keyboard.press('Enter')
  await expect(options.getByRole('listitem', { name: 'My side' })).toBeVisible()
  await options.getByRole('button', { name: t('menuOptions.addSizes') }).click()
  const sizes = dashboard.getByRole('dialog', { name: t('menuOptions.newGroup') })
  await sizes.getByLabel(t('menuEditor.fields.name'), { exact: true }).fill('My size')
  await sizes.getByRole('textbox', { name: t('menuOptions.price', { number: 2 }) }).fill('9.00')
  await sizes.getByRole('button', { name: t('common.save') }).click()
  await expect(sizes).toBeHidden()
  await expectAccessible(dashboard, 'the options of a dish')
  await editor.getByRole('button', { name: t('common.save') }).click()
  await expect(editor).toBeHidden()

  await expect(async () => {
    const groups = await owned()
    const summary = groups.map(({ name, min, max, options: all }) => [name, min, max, all.map(({ price }) => price)])
    expect(summary.sort()).toEqual([
      ['My course', 1, 1, [0]],
      ['My side', 1, 1, [0, 450]],
      ['My size', 1, 1, [0, 900]],
    ])
  }).toPass()
  // Other files use this restaurant too, and order this dish without options.
  for (const { id } of await owned()) {
    const deleted = await restaurant.asOwner('DELETE', `/api/menu/options/${id}`)
    expect(deleted.status).toBe(204)
  }
})

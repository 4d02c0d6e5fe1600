import { nameIn } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'

test('dishes with an allergen that the guest chose are marked, and adding one asks for confirmation', {
  tag: '@daily',
}, async ({ page, context, restaurant }) => {
  const language = 'en'
  const t = translator(language)
  const sentBodies: string[] = []
  context.on('request', (request) => sentBodies.push(request.postData() ?? ''))
  await setLanguage(context, language)
  const withMilk = restaurant.menu.find(({ allergenCodes }) => allergenCodes.includes('milk'))
  const without = restaurant.menu.find(({ allergenCodes }) => !allergenCodes.includes('milk'))
  if (!withMilk || !without) throw new Error('no such dishes')
  const name = nameIn(language, withMilk)
  const milk = t('menu.allergens.milk')
  await page.goto('/menu')

  await page.getByRole('button', { name: t('menu.myAllergens'), exact: true }).click()
  const choice = page.getByRole('dialog', { name: t('allergens.title') })
  await expect(choice.getByRole('checkbox')).toHaveCount(14)
  await choice.getByLabel(milk).check()
  await expectAccessible(page, 'the choice of allergens', '[role=dialog]')
  await choice.getByRole('button', { name: t('allergens.done') }).click()
  await expect(choice).toBeHidden()

  // The mark is on the card and in the search, and survives a reload.
  await page.reload()
  const card = page.locator(`#dish-${withMilk.id}`)
  await expect(
    card.getByRole('button', { name: t('menu.contains', { names: milk.toLocaleLowerCase(language) }) }),
  ).toBeVisible()
  await expect(
    page.locator(`#dish-${without.id}`).getByText(t('menu.contains', { names: milk.toLocaleLowerCase(language) })),
  ).toHaveCount(0)
  await expectAccessible(page, 'a marked dish', `#dish-${withMilk.id}`)
  await page.getByRole('button', { name: t('menu.openSearch') }).click()
  await page.getByRole('searchbox').fill(name)
  await expect(
    page
      .getByRole('dialog')
      .getByText(t('menu.contains', { names: milk.toLocaleLowerCase(language) }))
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Adding asks for confirmation once; declining adds nothing and returns the focus.
  const plus = page.getByRole('button', { name: t('menu.add', { name }) })
  await plus.focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', {
    name: t('allergens.askTitle', { name, allergens: milk.toLocaleLowerCase(language) }),
  })
  await expect(question).toBeVisible()
  await expectAccessible(page, 'the question', '[role=alertdialog]')
  await question.getByRole('button', { name: t('allergens.doNotAdd') }).click()
  await expect(question).toBeHidden()
  await expect(plus).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: t('allergens.addAnyway') }).press('Enter')
  await expect(page.getByRole('button', { name: t('cart.openWith', { count: 1 }) })).toBeVisible()
  await page.getByRole('button', { name: t('menu.more', { name }) }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: t('cart.openWith', { count: 2 }) })).toBeVisible()
  await page.getByRole('button', { name: t('menu.add', { name: nameIn(language, without) }) }).click()
  await expect(page.getByRole('button', { name: t('cart.openWith', { count: 3 }) })).toBeVisible()

  // The dish's sheet also links to the choice of allergens, where it can be cleared.
  await page.getByRole('button', { name: t('menu.about', { name }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('menu.myAllergens') })
    .click()
  await choice.getByRole('button', { name: t('allergens.clear') }).click()
  await choice.getByRole('button', { name: t('allergens.done') }).click()
  await expect(choice).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(
    card.getByRole('button', { name: t('menu.contains', { names: milk.toLocaleLowerCase(language) }) }),
  ).toHaveCount(0)
  expect(sentBodies.join('')).not.toContain('milk')
})

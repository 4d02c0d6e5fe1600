import { type Language, nameIn } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { speak } from '../support/language.ts'
import { words } from '../support/words.ts'

test('a guest’s own allergens are marked, and asked about before a dish goes in', async ({
  page,
  context,
  restaurant,
}) => {
  test.slow()
  const language = 'en' as Language
  const t = words(language)
  const sent: string[] = []
  context.on('request', (request) => sent.push(request.postData() ?? ''))
  await speak(context, language)
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

  // The mark shows on the card and in the search, and outlives a reload.
  await page.reload()
  const card = page.locator(`#dish-${withMilk.id}`)
  await expect(
    card.getByRole('button', { name: t('menu.contains', { names: milk.toLocaleLowerCase(language) }) }),
  ).toBeVisible()
  await expect(
    page.locator(`#dish-${without.id}`).getByText(t('menu.contains', { names: milk.toLocaleLowerCase(language) })),
  ).toHaveCount(0)
  await expectAccessible(page, 'a marked dish', `#dish-${withMilk.id}`)
  await page.getByRole('button', { name: t('menu.search.open') }).click()
  await page.getByRole('searchbox').fill(name)
  await expect(
    page
      .getByRole('dialog')
      .getByText(t('menu.contains', { names: milk.toLocaleLowerCase(language) }))
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  // The search is closed, and the focus is back where it came from.
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Adding asks once; refusing adds nothing, and the focus returns.
  const plus = page.getByRole('button', { name: t('menu.add', { name }) })
  await plus.focus()
  await page.keyboard.press('Enter')
  const ask = page.getByRole('alertdialog', {
    name: t('allergens.askTitle', { name, allergens: milk.toLocaleLowerCase(language) }),
  })
  await expect(ask).toBeVisible()
  await expectAccessible(page, 'the question', '[role=alertdialog]')
  await ask.getByRole('button', { name: t('allergens.doNotAdd') }).click()
  await expect(ask).toBeHidden()
  await expect(plus).toBeFocused()
  await page.keyboard.press('Enter')
  await ask.getByRole('button', { name: t('allergens.addAnyway') }).press('Enter')
  await expect(page.getByRole('button', { name: t('cart.openWith', { count: 1 }) })).toBeVisible()
  await page.getByRole('button', { name: t('menu.more', { name }) }).click()
  await expect(ask).toBeHidden()
  await expect(page.getByRole('button', { name: t('cart.openWith', { count: 2 }) })).toBeVisible()
  await page.getByRole('button', { name: t('menu.add', { name: nameIn(language, without) }) }).click()
  await expect(page.getByRole('button', { name: t('cart.openWith', { count: 3 }) })).toBeVisible()

  // The nutrition dialog leads to the choice too, where it can be undone.
  await page.getByRole('button', { name: t('menu.about', { name }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('menu.myAllergens') })
    .click()
  await choice.getByRole('button', { name: t('allergens.clear') }).click()
  await choice.getByRole('button', { name: t('allergens.done') }).click()
  await expect(
    card.getByRole('button', { name: t('menu.contains', { names: milk.toLocaleLowerCase(language) }) }),
  ).toHaveCount(0)
  expect(sent.join('')).not.toContain('milk')
})

import { nameIn } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { layoutShift } from '../support/layout-shift.ts'

test('dishes with an allergen that the guest chose are marked, and adding one asks for confirmation', async ({
  page,
  context,
  restaurant,
}) => {
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

  await page.getByRole('button', { name: t('menu.allergies'), exact: true }).click()
  const choice = page.getByRole('dialog', { name: t('allergens.filterTitle') })
  await expect(choice.getByRole('group', { name: t('menu.myAllergens') }).getByRole('checkbox')).toHaveCount(14)
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

  await page.getByRole('button', { name: new RegExp(t('menu.myAllergens')) }).click()
  await choice.getByRole('button', { name: t('allergens.clear') }).click()
  await choice.getByRole('button', { name: t('allergens.done') }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(
    card.getByRole('button', { name: t('menu.contains', { names: milk.toLocaleLowerCase(language) }) }),
  ).toHaveCount(0)
  expect(sentBodies.join('')).not.toContain('milk')
})

test('dishes that the guest’s filter leaves out are not shown, nothing moves, and one tap shows them again', async ({
  page,
  restaurant,
}) => {
  const t = translator('en')
  // The server renders the menu in this language, and only guests who read it see what it has rendered.
  await restaurant.asOwner('PATCH', '/api/settings', { language: 'en' })
  const withMilk = restaurant.menu.filter(({ allergenCodes }) => allergenCodes.includes('milk'))
  const [first] = withMilk
  if (!first) throw new Error('no such dish')
  await page.goto('/menu')
  const cards = page.locator('[id^=dish-]')
  await expect(cards).toHaveCount(restaurant.menu.length)
  await page.getByRole('button', { name: t('menu.allergies'), exact: true }).click()
  const sheet = page.getByRole('dialog', { name: t('allergens.filterTitle') })
  await sheet.getByLabel(t('menu.allergens.milk')).check()
  const hide = sheet.getByRole('switch')
  const left = Number(/\((\d+)/.exec(await sheet.getByText(/\(\d+ dishes\)/).innerText())?.[1])
  expect(left).toBeGreaterThanOrEqual(withMilk.length)
  await hide.click()
  await sheet.getByRole('button', { name: t('allergens.done') }).click()
  await expect(cards).toHaveCount(restaurant.menu.length - left)

  // The first script finds the stored filter: the dishes that the server has rendered are never shown.
  await page.addInitScript((id) => {
    document.addEventListener('readystatechange', () => {
      const name = document.querySelector(`#dish-${id} h3`)
      if (document.readyState === 'interactive')
        (window as { rendered?: string }).rendered = name ? getComputedStyle(name).visibility : 'none'
    })
  }, first.id)
  await page.reload()
  const notice = page.getByText(t('menu.leftOut', { count: left }))
  await expect(notice).toBeVisible()
  await expect(cards).toHaveCount(restaurant.menu.length - left)
  await expect(page.locator(`#dish-${first.id}`)).toHaveCount(0)
  expect(await page.evaluate(() => (window as { rendered?: string }).rendered)).toBe('hidden')
  expect(await layoutShift(page)).toBe(0)
  await expect(page.getByRole('button', { name: `No milk · ${t('menu.myAllergens')}` })).toBeVisible()
  await expectAccessible(page, 'the chip of a filter', 'header')
  // Wherever the categories are scrolled to, the chip stays at their end.
  const chip = page.getByRole('button', { name: `No milk · ${t('menu.myAllergens')}` })
  const place = await chip.boundingBox()
  await page
    .getByRole('navigation', { name: t('menu.categories') })
    .getByRole('button')
    .nth(-2)
    .click()
  await expect(page.getByRole('navigation').locator('[aria-current]')).toBeInViewport({ ratio: 1 })
  expect(await chip.boundingBox()).toEqual(place)
  await chip.click()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: t('menu.showLeftOut', { count: left }) }).click()
  await expect(cards).toHaveCount(restaurant.menu.length)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('navigation').locator('[aria-current]')).toHaveText(restaurant.menu[0]?.category ?? '')
  await expect(notice).toHaveCount(0)
})

import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { chooseInHeader } from '../support/steps.ts'

/* The dashboard on the smallest phone that is in use, in Romanian, whose words are longer. */
const t = translator('ro')
const SCREENS = [
  ...['orders', 'customers', 'menu', 'tables', 'events', 'promotions'].map((tab) => `?tab=${tab}`),
  '?view=reports',
  '?view=before-service',
]

test('every list of the dashboard fits a phone of 360 px', async ({ dashboard }) => {
  await dashboard.setViewportSize({ width: 360, height: 740 })
  await setLanguage(dashboard, 'ro')
  for (const screen of SCREENS) {
    await dashboard.goto(`/dashboard${screen}`)
    await expect(dashboard.getByRole('status', { name: t('common.loading') })).toHaveCount(0)
    await expect(dashboard.getByRole('main').getByRole('button').first()).toBeVisible()
    await dashboard.waitForLoadState('networkidle')
    const cut = await dashboard.evaluate(() => {
      // Icons and small buttons have a larger area for the finger than what is seen of them.
      const isSeen = (element: Element) => element.textContent.trim() !== '' && !element.classList.contains('touch')
      return [...document.querySelectorAll('html, main button, main a')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && isSeen(element))
        .filter((element) => getComputedStyle(element).display !== 'inline')
        .map((element) => `${element.tagName} ${element.textContent}`.slice(0, 60))
    })
    expect(cut, `what is wider than its place in ${screen}`).toEqual([])
    const header = dashboard.getByRole('banner').getByRole('button')
    const tops = await header.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
    expect(new Set(tops).size, 'the header’s buttons in one row').toBe(1)
  }
})

test('the settings are as high on each tab, which a phone lists, and Back leads to the list', async ({ dashboard }) => {
  await dashboard.setViewportSize({ width: 360, height: 740 })
  await setLanguage(dashboard, 'ro')
  await dashboard.goto('/dashboard')
  await dashboard
    .getByRole('banner')
    .getByRole('button', { name: t('dashboard.settings'), exact: true })
    .click()
  const settings = dashboard.getByRole('dialog', { name: t('dashboard.settings') })
  const tabs = settings.getByRole('tab')
  await expect(tabs).toHaveCount(11)
  const heights = new Set<number | undefined>()
  for (const tab of await tabs.all()) {
    await expect(tab).toBeInViewport({ ratio: 1 })
    const name = (await tab.textContent()) ?? ''
    await tab.click()
    await expect(settings).toHaveAccessibleName(`${t('dashboard.settings')} · ${name}`)
    await expect(settings.getByRole('button', { name: t('settings.toList'), exact: true })).toBeFocused()
    heights.add((await settings.boundingBox())?.height)
    await dashboard.goBack()
    await expect(tab).toBeFocused()
  }
  expect([...heights], 'the heights of the dialog').toHaveLength(1)
})

test('a field that gets the focus lies above the button that stays at the end', async ({ dashboard }) => {
  // As much as a phone's keyboard leaves.
  await dashboard.setViewportSize({ width: 390, height: 500 })
  await dashboard.goto('/dashboard')
  await chooseInHeader(dashboard, 'Settings')
  const settings = dashboard.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Restaurant' }).click()
  const fields = settings.getByRole('tabpanel', { name: 'Restaurant' }).getByRole('textbox')
  await expect(fields.first()).toBeVisible()
  const covered: string[] = []
  for (const field of await fields.all()) {
    await field.focus()
    const isSeen = await field.evaluate((input) => {
      const { left, top, bottom } = input.getBoundingClientRect()
      return [top + 3, bottom - 3].every((y) => document.elementFromPoint(left + 20, y) === input)
    })
    if (!isSeen) covered.push((await field.getAttribute('name')) ?? '')
  }
  expect(covered, 'what is covered').toEqual([])
})

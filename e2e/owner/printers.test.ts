import { TestPrinter } from '#server/testing/printer.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'

const language = 'ro'

test('an owner adds a printer, which prints, runs out of paper, and breaks off', async ({ dashboard, restaurant }) => {
  const t = translator(language)
  const grill = await new TestPrinter().open()
  const numbers = () => grill.papers.map((paper) => /#(\d+)/.exec(paper)?.[1])
  await setLanguage(dashboard, language)
  await dashboard.setViewportSize({ width: 1024, height: 768 })
  const openSettings = async () => {
    const banner = dashboard.getByRole('banner')
    await banner.getByRole('button', { name: t('dashboard.settings'), exact: true }).click()
    await dashboard.getByRole('tab', { name: t('settings.tabs.printers') }).click()
  }

  // It is added by its address, and proves by a page that it is one.
  await dashboard.goto('/dashboard')
  await openSettings()
  await dashboard.getByRole('button', { name: t('printers.add') }).click()
  const form = dashboard.getByRole('dialog', { name: t('printers.add') })
  await form.getByLabel(t('customers.name')).fill('Proba')
  await form.getByLabel(t('printers.address')).fill('127.0.0.1')
  await form.getByLabel(t('printers.port'), { exact: true }).fill(String(grill.port))
  await form.locator('label', { hasText: 'Bucătărie' }).click()
  await form.getByRole('switch', { name: t('printers.text') }).click()
  await expectAccessible(dashboard, 'the form of a printer', '[role=dialog]')
  await form.getByRole('button', { name: t('printers.add') }).click()
  const card = dashboard.getByRole('listitem', { name: 'Proba' })
  await expect(card).toContainText(t('printers.states.ready'))
  await card.getByRole('button', { name: t('printing.silent.page') }).click()
  await expect.poll(() => grill.papers.length).toBe(1)

  // Out of paper: what to do is said, and the ticket comes out with the new roll.
  grill.papers = []
  grill.hasPaper = false
  const waiting = await restaurant.placeOrder()
  await expect(card).toContainText(t('printers.states.paper'))
  await expect(card).toContainText(t('printers.advice.paper'))
  await expectAccessible(dashboard, 'the printers', '[role=dialog]')
  grill.mend()
  await expect.poll(numbers).toEqual([String(waiting.id)])
  await expect(card).toContainText(t('printers.states.ready'))
  await dashboard.keyboard.press('Escape')

  // It breaks off in the middle of a ticket: the board asks, and a copy is printed once somebody says so.
  grill.resetAfter = 10
  const doubtful = await restaurant.placeOrder()
  const strip = dashboard.getByRole('alert').filter({ hasText: t('printers.notOnPaper', { count: 1 }) })
  await expect(strip).toContainText('Proba')
  grill.mend()
  const notices = dashboard.getByRole('region', { name: t('live.notices') })
  await notices.getByRole('button', { name: t('printers.look') }).click()
  const question = dashboard.getByRole('region', { name: t('printers.unconfirmed', { what: `#${doubtful.id}` }) })
  await expectAccessible(dashboard, 'the question', '[role=dialog]')
  await question.getByRole('button', { name: t('printers.again') }).click()
  await expect.poll(numbers).toEqual([String(waiting.id), String(doubtful.id)])
  expect(grill.papers.at(-1)).toContain('COPIE')
  await expect(strip).toHaveCount(0)
  await dashboard.keyboard.press('Escape')

  await openSettings()
  await card.getByRole('button', { name: t('common.moreFor', { name: 'Proba' }) }).click()
  await dashboard.getByRole('menuitem', { name: t('printers.delete') }).click()
  const asked = dashboard.getByRole('alertdialog', { name: t('printers.deleteTitle', { name: 'Proba' }) })
  await asked.getByRole('button', { name: t('printers.delete') }).click()
  await expect(card).toHaveCount(0)
  await grill.close()
})

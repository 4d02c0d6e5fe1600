import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { fiscalMachine, type RunningBridge } from '#server/testing/fiscal-bridge.ts'
import type { OpenDay } from '#shared/contracts/days.ts'
import type { MadeReceipt } from '#shared/contracts/fiscal.ts'
import type { Printer } from '#shared/contracts/printers.ts'
import { DEVICE } from '#shared/domain/fiscal/device.fixture.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { moneyParts } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { createTable } from '../support/shared-session.ts'
import { staffTest as test } from '../support/staff.ts'

// It has a fiscal device, which other files must not have.
// A day with an open receipt is not closed at first.
test.use({ changesMenu: true, expectedProblems: /409 POST .*days.close/ })

let machine: ReturnType<typeof fiscalMachine>
let bridge: RunningBridge
test.beforeAll(async ({ restaurant: { asOwner, url } }) => {
  const call = async <Answer>(method: string, path: string, body: unknown): Promise<Answer> => {
    const response = await asOwner(method, path, body)
    expect(response.ok, `${method} ${path}: ${await response.clone().text()}`).toBe(true)
    return (await response.json()) as Answer
  }
  await call('PATCH', '/api/settings', { payments: true, cashRounding: 0 })
  const [none, deposit] = DEVICE.groups
  const profile = {
    ...{ groups: { none }, depositGroup: deposit, tipGroup: deposit, articleGroup: 1, withTaxNumber: true },
    codes: { 1: 1, 2: 2, 3: 4 },
  }
  const { id } = await call<Printer>('POST', '/api/printers', { kind: 'fiscal', name: 'Casa', profile })
  const { token } = await call<{ token: string }>('POST', `/api/printers/${id}/token`, {})
  await call('PATCH', '/api/settings', { fiscal: true })
  machine = fiscalMachine(url)
  machine.configure({ token })
})
test.afterAll(() => machine?.end())

const figure = (minor: number) => moneyParts(minor, 'lei').figure

for (const [i, language] of LANGUAGES.entries())
  test(`a bill is printed by the fiscal device, an unclear one decided, and the day closed without one (${language})`, async ({
    openStaff,
    restaurant,
    dashboard,
  }) => {
    test.setTimeout(180_000)
    const { asOwner, menu } = restaurant
    const t = translator(language)
    const soup = menu[0]
    if (!soup) throw new Error('the menu is empty')
    const number = 91 + i
    const table = await createTable(restaurant, number)
    const order = async () => {
      const items = [{ menuItemId: soup.id, quantity: 2 }]
      const name = { customerName: t('common.table', { number }), phoneNumber: '0000000000', diningOption: 'dine-in' }
      const placed = await asOwner('POST', '/api/orders', { ...name, items, total: soup.price * 2, tableId: table.id })
      return ((await placed.json()) as { id: number }).id
    }
    const post = (path: string, data: object) =>
      dashboard.request.post(path, { data, headers: { 'Idempotency-Key': randomBytes(16).toString('hex') } })
    const payByCard = async () => {
      const [id, due] = [await order(), soup.price * 2]
      const taxNumber = 'RO12345674'
      expect((await post('/api/payments', { orders: [id], due, amount: due, method: 2, taxNumber })).status()).toBe(201)
      return id
    }
    const receiptOf = async (orderId: number) => {
      const { receipts } = await (await asOwner('GET', `/api/fiscal?orderId=${orderId}`)).json()
      return (receipts as MadeReceipt[])[0]
    }
    const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

    // Ten by card with a tip, for a company; the rest in cash.
    machine.driver.manner = 'at once'
    bridge = machine.start()
    await order()
    const page = await openStaff({ username: 'cashier', duty: 'floor', language })
    await page.getByRole('button', { name: new RegExp(`^${t('common.table', { number })},`) }).click()
    await button(page, t('floor.billOfTable')).click()
    await button(page, t('due.take')).click()
    const sheet = page.getByRole('dialog', { name: new RegExp(`^${t('common.table', { number })}`) })
    const choose = (name: string) => sheet.locator('label', { has: page.getByRole('radio', { name }) }).click()
    const record = (minor: number, method: string) =>
      sheet.getByRole('button', { name: t('payments.record', { amount: figure(minor), method }) }).click()
    await choose(t('payments.amount'))
    await sheet.getByRole('textbox', { name: t('payments.amount') }).fill('10')
    await choose('10\u00a0%')
    await sheet.getByRole('textbox', { name: t('payments.taxNumber') }).fill('RO 12345674')
    await expectAccessible(page, 'a payment for a company')
    await record(1100, 'Card')
    await choose(language === 'ro' ? 'Numerar' : 'Cash')
    await sheet.getByRole('textbox', { name: t('payments.amount') }).fill(figure(soup.price * 2 - 1000))
    const next = machine.driver.papers.length + 1
    await record(soup.price * 2 - 1000, language === 'ro' ? 'Numerar' : 'Cash')
    await expect(sheet).toBeHidden()
    await expect(page.getByText(t('fiscal.numbered', { name: t('fiscal.kinds.receipt'), number: next }))).toBeVisible()
    expect(machine.driver.papers.at(-1)?.paper).toMatchObject({
      ...{ taxNumber: 'RO12345674', total: soup.price * 2 + 100, change: 0 },
      payments: [
        { code: 2, amount: 1100 },
        { code: 1, amount: soup.price * 2 - 1000 },
      ],
    })
    await expectAccessible(page, 'a bill with its fiscal receipt')

    // The driver prints, and answers in words that nobody can read: the floor is told, and looks at the paper.
    machine.driver.manner = 'wrongly'
    const unclear = await payByCard()
    await page.goto('/floor')
    await expect(page.getByText(t('fiscal.late', { count: 1 }))).toBeVisible({ timeout: 60_000 })
    await button(page, t('fiscal.look')).click()
    const list = page.getByRole('dialog', { name: t('fiscal.title') })
    await expect(list.getByText(t('fiscal.unclear'))).toBeVisible()
    await expect(list.getByText(t('fiscal.forCompany', { taxNumber: 'RO12345674' }))).toBeVisible()
    await expectAccessible(page, 'a receipt to decide')
    await button(page, t('fiscal.decisions.printed')).click()
    await expect(list.getByText(t('fiscal.settled'))).toBeVisible()
    expect(await receiptOf(unclear)).toMatchObject({ state: 'printed', number: null, decidedBy: 'cashier' })

    // The computer of the device is off: the day is closed without one, which is printed later.
    bridge.process.kill('SIGKILL')
    await bridge.exited
    machine.driver.manner = 'at once'
    const missing = await payByCard()
    const { nextNumber, fiscal } = (await (await asOwner('GET', '/api/days/open')).json()) as OpenDay
    expect(fiscal).toMatchObject({ byHand: 0, open: 1 })
    const report = String(nextNumber).padStart(4, '0')
    await setLanguage(dashboard, language)
    await dashboard.goto('/dashboard?view=day-end')
    await dashboard.getByRole('textbox', { name: t('days.notes', { note: '100 LEI' }), exact: true }).fill('1')
    await button(dashboard, t('days.confirm')).click()
    const receipts = dashboard.getByRole('region', { name: t('fiscal.title') })
    await expect(receipts.getByText(`#${missing}`, { exact: false })).toBeVisible()
    await expectAccessible(dashboard, 'the day’s end with an open receipt')
    await button(dashboard, t('days.close', { number: report })).click()
    await button(dashboard, t('days.closeNow')).click()
    await expect(dashboard.getByRole('alertdialog', { name: t('days.withoutReceipts') })).toBeVisible()
    await button(dashboard, t('days.closeNow')).click()
    await expect(dashboard.getByRole('heading', { name: t('days.report', { number: report }) })).toBeFocused()
    await expect(
      dashboard.getByText(t('days.receiptCounts', { printed: 0, byHand: 0, left: 0, ...fiscal, open: 1 })),
    ).toBeVisible()
    bridge = machine.start()
    await expect.poll(async () => (await receiptOf(missing))?.state).toBe('printed')
    bridge.process.kill('SIGKILL')
    await bridge.exited
  })

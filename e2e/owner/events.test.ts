import { readFile } from 'node:fs/promises'
import { LANGUAGES } from '#shared/domain/language.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFocusSeen, tabTo } from '../support/keys.ts'
import { speak } from '../support/language.ts'
import { words } from '../support/words.ts'

// A phone number that the form takes and the server does not; a proposal asked for by somebody who is signed out.
test.use({ changesMenu: true, expected: /^(400 POST .*\/api\/events|401 GET .*\/proposal\?language=..)$/ })

for (const language of LANGUAGES) {
  test(`a proposal from its first word to its PDF, and the same whatever the menu becomes (${language})`, async ({
    board,
    restaurant,
  }) => {
    test.slow()
    const t = words(language)
    const romanian = language === 'ro'
    await speak(board, language)
    await board.emulateMedia({ reducedMotion: 'reduce' })
    await board.goto('/dashboard?tab=events')
    const field = (name: string) => board.getByLabel(name, { exact: true })
    const button = (name: string) => board.getByRole('button', { name, exact: true })

    // Nothing typed: each rule in its words, the first field focused.
    await button(t('catering.toMenu')).click()
    for (const said of romanian
      ? ['Numele este obligatoriu', 'Adresa de e-mail nu este validă', 'Telefonul este obligatoriu']
      : ['Name is required', 'Invalid email', 'Phone is required', 'Number of guests must be at least 1'])
      await expect(board.getByText(said, { exact: true })).toBeVisible()
    await expect(field(t('catering.customerName'))).toBeFocused()
    await expectAccessible(board, 'customer details with errors')

    // By keyboard alone.
    const name = `Ștefan Țîru ${language}`
    await board.keyboard.type(name)
    await tabTo(board, field(t('catering.customerEmail')))
    await board.keyboard.type('stefan@example.com')
    await tabTo(board, field(t('catering.customerPhone')))
    await board.keyboard.type('+49 30 901820')
    await field(t('catering.eventDate')).fill('2032-06-19')
    await field(t('catering.numberOfGuests')).fill('40')
    await board.getByText(t(`catering.languages.${language}`), { exact: true }).click()
    await field(t('catering.notes')).fill('Pe terasă, de la 18:00')
    // A look at another tab, and a reload, take nothing.
    await board.getByRole('tab', { name: t('dashboard.tabs.menu') }).click()
    await board.reload()
    await board.getByRole('tab', { name: t('dashboard.tabs.events') }).click()
    await expect(field(t('catering.customerName'))).toHaveValue(name)
    await button(t('catering.toMenu')).click()
    await expect(board.getByRole('heading', { name: t('catering.stepTitles.menu') })).toBeFocused()

    // Dishes by name, found without diacritics.
    const byName = new Intl.Collator(language)
    const nameOf = (dish: { name: string; nameRo: string }) => (romanian && dish.nameRo) || dish.name
    const all = await restaurant.query<{ id: number; name: string; nameRo: string; price: number }>(
      'select id, name, name_ro as "nameRo", price from menu_items',
    )
    const [first, second] = all.sort((one, other) => byName.compare(nameOf(one), nameOf(other)))
    if (!first || !second) throw new Error('too few dishes')
    const list = board.getByRole('list', { name: t('catering.dishes') })
    await expect(list.getByRole('listitem').first()).toContainText(nameOf(first))
    await expect(button(t('catering.preview'))).toBeDisabled()
    const quantity = (dish: typeof first) =>
      board.getByLabel(t('catering.quantity', { name: nameOf(dish) }), { exact: true })
    await quantity(first).focus()
    await board.keyboard.type('40')
    await tabTo(board, quantity(second), 'Tab', 4)
    await board.keyboard.type('3')
    await field(t('catering.discount')).fill('12.5')
    await board
      .getByRole('textbox', { name: t('menuEditor.searchLabel') })
      .fill(nameOf(second).normalize('NFD').replace(/\p{M}/gu, ''))
    await expect(list.getByRole('listitem').first()).toContainText(nameOf(second))
    await expectAccessible(board, 'menu selection')
    await expectFocusSeen(board)
    await button(t('catering.preview')).click()

    const total = 40 * first.price + 3 * second.price
    const after = Math.floor((total * 875 + 500) / 1000)
    const money = (minor: number) => `${(minor / 100).toFixed(2)} LEI`
    const figures = [money(total), money(after), money(Math.floor((after + 20) / 40))]
    for (const figure of figures) await expect(board.locator('dd').getByText(figure, { exact: true })).toBeVisible()
    await expectAccessible(board, 'the preview')

    // The server knows only Romanian numbers: back to the field, with the server's words.
    await button(t('catering.generate')).click()
    await expect(board.getByText(t('validation.phoneNumberFormat'), { exact: true })).toBeVisible()
    await expect(board.getByText(t('catering.failed'), { exact: true })).toBeVisible()
    await expect(field(t('catering.customerPhone'))).toBeFocused()
    await field(t('catering.customerPhone')).fill('+40 712 345 678')
    await button(t('catering.toMenu')).click()
    await button(t('catering.preview')).click()
    await button(t('catering.generate')).click()

    // The first step again, empty; the PDF by the page's own link.
    const link = board.getByRole('link', { name: t('catering.openProposal') })
    await expect(link).toBeVisible()
    await expect(field(t('catering.customerName'))).toHaveValue('')
    const address = (await link.getAttribute('href')) ?? ''
    const pdf = await board.request.get(address)
    expect(pdf.status()).toBe(200)
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    const bytes = await pdf.body()
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')

    await button(t('catering.seePrevious')).click()
    const card = board.getByRole('article', { name })
    for (const figure of figures) await expect(card.getByText(figure, { exact: true })).toBeVisible()
    await expect(card).toContainText('Pe terasă, de la 18:00')
    await expect(card.getByText('+40 712 345 678')).toBeVisible()
    await expectAccessible(board, 'previous events')

    // Another status, which a second device sees at once.
    await card.getByRole('combobox', { name: t('catering.statusOf', { name }) }).click()
    await board.getByRole('option', { name: t('catering.statuses.confirmed') }).click()
    await expect(card.locator('header')).toContainText(t('catering.statuses.confirmed'))
    const kept = async () =>
      (
        await restaurant.query<{ id: number; status: string }>('select id, status from events order by id desc limit 1')
      )[0]
    // The page shows it before the server has it.
    await expect.poll(async () => (await kept())?.status).toBe('confirmed')
    await restaurant.asOwner('PATCH', `/api/events/${(await kept())?.id}`, { status: 'cancelled' })
    await expect(card.locator('header')).toContainText(t('catering.statuses.cancelled'))

    // Whatever the menu becomes, figures and PDF are those of the proposal.
    await restaurant.asOwner('PATCH', `/api/menu/${first.id}`, { price: first.price + 1000 })
    await board.reload()
    for (const figure of figures) await expect(card.getByText(figure, { exact: true })).toBeVisible()
    expect(Buffer.compare(await (await board.request.get(address)).body(), bytes)).toBe(0)

    // Printed out of a frame, which the page may show; only the dialog is left out.
    await board.evaluate(() => {
      const counted = window as unknown as { dialogs: number }
      counted.dialogs = 0
      const print = () => {
        counted.dialogs += 1
      }
      Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', { get: () => ({ print }) })
    })
    const print = card.getByRole('button', { name: t('catering.printOf', { name }) })
    await print.click()
    const dialogs = () => board.evaluate(() => (window as unknown as { dialogs: number }).dialogs)
    await expect.poll(dialogs).toBe(1)
    await board.route(/proposal/, (route) => route.fulfill({ status: 401, json: { message: 'Please sign in' } }))
    await print.click()
    await expect(board.getByText(t('catering.printFailed'), { exact: true })).toBeVisible()
    expect(await dialogs()).toBe(1)
    await board.unroute(/proposal/)

    // Saved in the other language.
    const other = romanian ? 'en' : 'ro'
    await card.getByRole('button', { name: t(`catering.languages.${other}`) }).click()
    const [file] = await Promise.all([
      board.waitForEvent('download'),
      card.getByRole('button', { name: t('catering.downloadOf', { name }) }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    const saved = await readFile(await file.path())
    expect(saved.subarray(0, 5).toString()).toBe('%PDF-')
    expect(Buffer.compare(saved, bytes)).not.toBe(0)

    // On a phone the buttons stay together, and a question about a long name stays on the screen.
    await board.setViewportSize({ width: 390, height: 844 })
    const open = card.getByRole('link', { name: t('catering.openProposalOf', { name }) })
    expect((await print.boundingBox())?.y).toBe((await open.boundingBox())?.y)
    await board.getByRole('tab', { name: t('catering.views.generate') }).click()
    await field(t('catering.customerName')).fill('M'.repeat(100))
    await button(t('catering.startAnew')).click()
    const question = await board.getByRole('alertdialog').boundingBox()
    expect(question).toMatchObject({ x: 20, width: 350 })
  })
}

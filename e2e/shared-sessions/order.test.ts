import { type Language, nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, type Restaurant } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'
import { createTable, joinSharedCart, openCart, type Table, tableTest } from '../support/shared-session.ts'
import { closeSuccess } from '../support/steps.ts'

const ordersAt = ({ query }: Restaurant, table: Table) =>
  query<{ id: number; total: number; notes: string | null; customer_name: string; phone_number: string }>(
    'select id::int, total::int, notes, customer_name, phone_number from orders where table_id = $1 order by id',
    [table.id],
  )

tableTest(
  'three phones at a table, in two languages, place one shared order',
  { tag: ['@daily', '@translated'] },
  async ({ restaurant, dashboard, phones }) => {
    const table = await createTable(restaurant, 71)
    expect(table.id).not.toBe(table.number)
    const ordersBefore = (await ordersAt(restaurant, table)).length
    const [soup, salad, pork] = restaurant.menu
    if (!soup || !salad || !pork) throw new Error('the menu is empty')
    await dashboard.goto('/dashboard')

    /** Opens a guest's phone in a language; returns the page and its controls. */
    const guestAt = async (guest: string, language: Language) => {
      const page = await phones.at(table, { language })
      const t = translator(language)
      const nameOf = (dish: typeof soup) => nameIn(language, dish)
      return {
        page,
        t,
        nameOf,
        join: () => joinSharedCart(page, guest, language),
        openCart: () => openCart(page, language),
        add: (dish: typeof soup) => page.getByRole('button', { name: t('menu.add', { name: nameOf(dish) }) }),
        more: (dish: typeof soup) => page.getByRole('button', { name: t('menu.more', { name: nameOf(dish) }) }),
        badge: (count: number) => page.getByRole('button', { name: t('cart.openWith', { count }) }),
        cart: page.getByRole('dialog', { name: t('cart.sharedTitle', { table: table.number }) }),
        success: page.getByRole('dialog', { name: t('checkout.success') }),
      }
    }

    const ana = await guestAt('Ana', 'en')
    const dialog = ana.page.getByRole('dialog')
    await expect(dialog).toContainText(ana.t('sharedTable.privacy'))
    await expectAccessible(ana.page, 'the join dialog', '[role=dialog]')
    await ana.join()
    const mihai = await guestAt('Mihai', 'ro')
    await mihai.join()
    const ioana = await guestAt('Ioana', 'en')
    await ioana.join()
    const guests = [ana, mihai, ioana]
    await expect(ana.page.getByText(ana.t('sharedTable.joined', { name: 'Ioana' }))).toBeAttached()
    const participants = await restaurant.query(
      `select name from session_participants join shared_sessions s on s.id = session_id
       where table_id = $1 and status = 'active' order by guest_number`,
      [table.id],
    )
    expect(participants).toEqual([{ name: 'Ana' }, { name: 'Mihai' }, { name: 'Ioana' }])

    // The stepper in the menu changes the guest's own line; the badge counts the dishes of the whole cart.
    await ana.add(soup).click()
    await ana.more(soup).click()
    await mihai.add(salad).click()
    await ioana.add(pork).click()
    await expect(mihai.add(soup)).toBeVisible()
    const money = (minor: number) => formatMoney(minor, 'lei')
    const total = soup.price * 2 + salad.price + pork.price
    for (const guest of guests) {
      await expect(guest.badge(4)).toBeVisible()
      await guest.openCart()
      await expect(guest.cart).toContainText(money(total))
      await expect(guest.cart.getByText(/^(Session ends in|Sesiunea se încheie în) (8\d|90):\d\d$/)).toBeVisible()
    }
    await expect(mihai.cart.getByRole('region', { name: 'Ana', exact: true })).toContainText(money(soup.price * 2))
    await expect(mihai.cart.getByRole('region', { name: 'Mihai', exact: true })).toContainText(
      mihai.t('sharedTable.you'),
    )

    // The others see Ana's note.
    const noteFor = ana.t('cart.noteFor', { name: ana.nameOf(soup) })
    await ana.cart.getByRole('button', { name: noteFor }).click()
    await ana.cart.getByRole('textbox', { name: noteFor }).fill('fără usturoi')
    await ana.cart.getByRole('textbox', { name: noteFor }).press('Enter')
    await expect(ioana.cart.getByText('fără usturoi')).toBeVisible()
    await expectAccessible(ioana.page, 'the shared cart', '[role=dialog]')

    // A change withdraws the guest's own "ready"; the submit button appears once everyone is ready.
    const submit = ({ cart, t }: typeof ana) =>
      cart.getByRole('button', { name: new RegExp(`^${t('checkout.payDineIn', { total: '' })}`) })
    const ready = ({ cart, t }: typeof ana) =>
      cart.getByRole('button', { name: t('sharedTable.markReady'), exact: true })
    await ready(ana).click()
    await ready(mihai).click()
    await expect(ioana.cart.getByText(ioana.t('sharedTable.waitingForYou'))).toBeVisible()
    await expect(ana.cart.getByText(ana.t('sharedTable.waitingFor', { names: 'Ioana' }))).toBeVisible()
    await expect(submit(ana)).toHaveCount(0)
    await mihai.cart.getByRole('button', { name: mihai.t('menu.more', { name: mihai.nameOf(salad) }) }).click()
    await expect(ready(mihai)).toHaveAttribute('aria-pressed', 'false')
    await expect(ana.cart.getByText(ana.t('sharedTable.waitingFor', { names: 'Mihai, Ioana' }))).toBeVisible()
    await ready(mihai).click()
    await ready(ioana).click()
    for (const guest of guests) await expect(submit(guest)).toBeVisible()
    await ana.cart.getByLabel(ana.t('checkout.notes')).fill('La fereastră')
    await expectAccessible(ana.page, 'everybody is ready', '[role=dialog]')
    await submit(ana).click()

    // One order is placed, and every phone shows it.
    const newTotal = total + salad.price
    for (const { page, success } of guests) {
      await expect(success).toBeVisible()
      await expect(page.getByText(money(newTotal)).last()).toBeVisible()
    }
    const orders = (await ordersAt(restaurant, table)).slice(ordersBefore)
    expect(orders).toMatchObject([{ total: newTotal, notes: 'La fereastră', phone_number: '0000000000' }])
    const card = dashboard.getByRole('article', { name: `Order #${orders[0]?.id}`, exact: true })
    for (const text of ['Ana', 'Mihai', 'Ioana', 'fără usturoi', 'La fereastră']) await expect(card).toContainText(text)
    for (const { success, t } of guests) {
      await closeSuccess(success, t)
    }

    // Adding a dish starts the next round without asking for a name; the other guests are in it.
    await mihai.add(pork).click()
    await expect(mihai.badge(1)).toBeVisible()
    await ana.page.getByRole('button', { name: ana.t('sharedTable.joinShort'), exact: true }).click()
    await ana.openCart()
    await expect(ana.cart.getByRole('region', { name: 'Mihai', exact: true })).toContainText(ana.nameOf(pork))
  },
)

import { beforeEach, describe, expect, it } from 'vitest'
import { placeOrder } from '#shared/contracts/orders.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { dialog, fakeApi, screen, textBelow, waitFor } from '../../testing/render.tsx'
import { placedOrder } from '../../testing/samples.ts'
import { beginAnew, openForm } from './order-details.fixture.tsx'
import { checkout, guestDraft } from './use-checkout.ts'

beforeEach(beginAnew)

describe('the customer’s form', () => {
  it('marks all missing fields, focuses the first one, and sends nothing', async () => {
    const { user, t, name, phone, send } = await openForm({ language: 'en' })
    await user.click(send())
    await waitFor(() => expect(textBelow(name())).toBe(t('nameRequired')))
    await waitFor(() => expect(textBelow(phone())).toBe(t('phoneRequired')))
    expect(document.activeElement).toBe(name())
    expect(fakeApi.callsOf(placeOrder)).toEqual([])
  })

  it('rejects a name, a phone number and an email address that are not valid', async () => {
    const page = await openForm({ language: 'en' })
    for (const [field, invalid, valid, message] of [
      ['name', ' A ', 'Ana', 'nameRequired'],
      ['phone', '072211', '0722123456', 'phoneRequired'],
      ['email', 'ana@', 'ana@example.ro', 'emailInvalid'],
    ] as const) {
      await page.user.fill(page[field](), invalid)
      await page.user.click(page.send())
      await waitFor(() => expect(textBelow(page[field]())).toBe(page.t(message)))
      expect(page[field]().getAttribute('aria-invalid')).toBe('true')
      expect(document.activeElement).toBe(page[field]())
      await page.user.fill(page[field](), valid)
    }
    expect(fakeApi.callsOf(placeOrder)).toEqual([])
  })

  it('keeps what was typed in this tab, says so, and begins anew on request', async () => {
    const page = await openForm({ language: 'en' })
    const { user, t, form } = page
    expect(form.queryByText(t('checkout.restored'))).toBeNull()
    await user.fill(page.name(), 'Ana')
    await user.fill(page.phone(), '0722')
    await user.fill(page.notes(), 'la geam')
    await user.click(form.getByRole('radio', { name: t('checkout.dineIn') }))
    const kept = JSON.parse(sessionStorage.getItem('masa.draft.checkout') ?? 'null')
    expect(kept.value.value).toMatchObject({ customer: { customerName: 'Ana', notes: 'la geam' } })
    expect(localStorage.getItem('masa.draft.checkout')).toBeNull()
    await user.click(form.getByRole('button', { name: t('common.close') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'reopen' }))
    const reopened = await dialog()
    const name = () => reopened.getByRole('textbox', { name: t('checkout.name') })
    expect(name()).toHaveProperty('value', 'Ana')
    expect(reopened.getByRole('textbox', { name: t('checkout.phone') })).toHaveProperty('value', '0722')
    expect(reopened.getByRole('radio', { name: t('checkout.dineIn') })).toHaveProperty('checked', true)
    expect(reopened.getByText(t('checkout.restored'))).toBeDefined()
    await user.click(reopened.getByRole('button', { name: t('checkout.startOver') }))
    expect(name()).toHaveProperty('value', '')
    expect(reopened.queryByText(t('checkout.restored'))).toBeNull()
    expect(sessionStorage.getItem('masa.draft.checkout')).toBeNull()
  })

  it('sends the entered values, and shows progress while it waits', async () => {
    const release = fakeApi.holds(placeOrder, placedOrder())
    const { user, t, form, name, phone, notes, send } = await openForm({ language: 'en' })
    await user.fill(name(), ' Ana ')
    await user.fill(phone(), '0722 123 456')
    await user.fill(notes(), 'la geam')
    await user.click(form.getByRole('radio', { name: t('checkout.dineIn') }))
    await user.click(send('payDineIn'))
    expect(await form.findByRole('button', { name: t('checkout.sending') })).toBeDefined()
    expect(name().closest('fieldset')).toHaveProperty('disabled', true)
    expect(form.queryByRole('button', { name: t('common.close') })).toBeNull()
    expect(form.getByRole('button', { name: t('checkout.backToCart') })).toHaveProperty('disabled', true)
    release()
    await waitFor(() => expect(checkout.state().phase).toBe('placed'))
    const [call] = fakeApi.callsOf(placeOrder)
    expect(call?.body).toEqual({
      items: [{ menuItemId: 7, quantity: 2, notes: 'fără ceapă' }],
      tableId: null,
      total: 5700,
      customerName: 'Ana',
      phoneNumber: '+40722123456',
      email: null,
      notes: 'la geam',
      diningOption: 'dine-in',
    })
    expect(call?.headers.get('idempotency-key')).toMatch(/^[\w-]{16,}$/)
  })

  it('says nothing about delivery where the owner has switched that off', async () => {
    const { form } = await openForm({ language: 'en', settings: { deliveryNote: false } })
    expect(form.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['dine-in', 'takeaway'])
    expect(document.body.textContent).not.toMatch(/deliver|livrar/i)
  })

  it('starts with takeaway, shows delivery disabled, and names the total on the button', async () => {
    const { user, t, form, send } = await openForm({ language: 'en' })
    const option = (key: 'dineIn' | 'takeaway' | 'delivery') => form.getByRole('radio', { name: t(`checkout.${key}`) })
    expect(option('takeaway')).toHaveProperty('checked', true)
    expect(option('delivery')).toHaveProperty('disabled', true)
    await waitFor(() => expect(textBelow(option('delivery'))).toBe(t('checkout.deliveryNote')))
    expect(send()).toBeDefined()
    await user.click(option('delivery'))
    expect(option('takeaway')).toHaveProperty('checked', true)
    await user.click(option('dineIn'))
    expect(send('payDineIn')).toBeDefined()
    for (const key of ['privacy', 'privacyMore'] as const) expect(form.getByText(t(`checkout.${key}`))).toBeDefined()
  })

  it('asks who eats here where they sit, if they like, and orders for that table under their name', async () => {
    fakeApi.answers(placeOrder, placedOrder())
    const { user, t, form, name, phone, send } = await openForm({ language: 'en' })
    const seat = () => form.queryByRole('combobox', { name: new RegExp(t('checkout.seat').replace('?', '\\?')) })
    expect(seat()).toBeNull()
    await user.click(form.getByRole('radio', { name: t('checkout.dineIn') }))
    await waitFor(() => expect(seat()).not.toBeNull())
    await user.click(seat() as HTMLElement)
    // Also an occupied one: others may sit there already.
    await user.click(await screen.findByRole('option', { name: `${t('common.table', { number: 4 })} · Terasa 3` }))
    await user.fill(name(), 'Ana')
    await user.fill(phone(), '0722123456')
    await user.click(form.getByRole('checkbox', { name: t('checkout.remember') }))
    await user.click(send('payDineIn'))
    await waitFor(() => expect(checkout.state().phase).toBe('placed'))
    const expected = { tableId: 31, diningOption: 'dine-in', customerName: 'Ana', phoneNumber: '+40722123456' }
    expect(fakeApi.callsOf(placeOrder).map(({ body }) => body)).toEqual([expect.objectContaining(expected)])
    expect(localStorage.getItem('masa.guest')).toContain('Ana')
    localStorage.removeItem('masa.guest')
  })

  it('offers no table while orders need the key of its code, and keeps one out of a takeaway', async () => {
    Object.assign(guestDraft.typed, { dining: 'dine-in', tableId: 32 })
    fakeApi.answers(placeOrder, placedOrder())
    const { user, t, form, name, phone, send } = await openForm({
      language: 'en',
      settings: { tableKeysRequired: true },
    })
    await user.fill(name(), 'Ana')
    await user.fill(phone(), '0722123456')
    expect(form.queryByText(t('checkout.seat'))).toBeNull()
    await user.click(send('payDineIn'))
    await waitFor(() => expect(fakeApi.callsOf(placeOrder)[0]?.body).toMatchObject({ tableId: null }))
    expect(fakeApi.callsOf(getTables)).toEqual([])
  })

  it('shows what is ordered on one line that unfolds', async () => {
    const { t, form } = await openForm({ language: 'en' })
    const summary = form.getByText(t('checkout.summary', { count: 2, total: '57.00 LEI' }))
    const dishes = summary.closest('details')
    expect(dishes?.open).toBe(false)
    expect(dishes?.querySelector('li')?.textContent).toMatch(/^2\u00a0×(Sour soup|Ciorbă)57\.00 LEIfără ceapă$/)
  })

  it('names the data controller and its contact details', async () => {
    const { t, form } = await openForm({
      language: 'en',
      settings: { legalName: 'Masa SRL', restaurantAddress: 'Str. Lungă 1', taxNumber: 'RO123' },
    })
    const contact = t('checkout.privacyContact', { contact: 'Str. Lungă 1 · RO123' })
    const whole = `${t('checkout.privacyText', { controller: 'Masa SRL' })} ${contact}`
    expect(form.getByText(whole, { exact: true })).toBeDefined()
  })

  it('shows the server’s validation error under its field', async () => {
    fakeApi.refuses(placeOrder, 400, {
      message: 'Așa nu merge',
      issues: [{ path: 'phoneNumber', message: 'Numărul nu există' }],
    })
    const { user, t, form, name, phone, send } = await openForm({ language: 'en' })
    await user.fill(name(), 'Ana')
    await user.fill(phone(), '0722123456')
    await user.click(send())
    await waitFor(() => expect(textBelow(phone())).toBe('Numărul nu există'))
    expect(form.getByRole('alert').textContent).toBe(`${t('checkout.notSent')}Așa nu merge`)
  })

  it('shows that orders are paused', async () => {
    const { t, form } = await openForm({ language: 'en', settings: { ordersPaused: true } })
    expect(form.getByRole('status').textContent).toBe(t('menu.paused'))
  })

  it('offers to send the same order again if no response was received', async () => {
    fakeApi.isOutOfReach(placeOrder)
    const { user, t, form, name, phone, send } = await openForm({ language: 'en' })
    await user.fill(name(), 'Ana')
    await user.fill(phone(), '0722123456')
    await user.click(send())
    expect(await form.findByText(t('attempt.unknownTitle'))).toBeDefined()
    expect(form.getByText(t('attempt.unknownDescription', { total: '57.00 LEI' }))).toBeDefined()
    expect(form.queryByRole('textbox')).toBeNull()
    // The button that had the focus was removed, so the focus moves to the alert.
    expect(document.activeElement).toBe(form.getByRole('alert'))
    fakeApi.refuses(placeOrder, 429, { message: 'Prea des' })
    await user.click(form.getByRole('button', { name: t('common.tryAgain') }))
    expect(await form.findByText(t('attempt.heldTitle'))).toBeDefined()
    expect(form.getByText('Prea des')).toBeDefined()
    fakeApi.answers(placeOrder, placedOrder())
    await user.click(form.getByRole('button', { name: t('common.tryAgain') }))
    await waitFor(() => expect(checkout.state().phase).toBe('placed'))
    const sent = fakeApi.callsOf(placeOrder)
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })
})

describe('the table’s form', () => {
  it('asks only for notes, and orders for the table', async () => {
    fakeApi.answers(placeOrder, placedOrder())
    const { user, t, form, notes, send } = await openForm({
      language: 'en',
      table: { id: 31, number: 4, label: null, key: null },
    })
    expect(form.getByRole('heading').textContent).toBe(t('checkout.tableTitle', { number: 4 }))
    expect(form.getByText(t('checkout.tableDescription'))).toBeDefined()
    expect(form.getAllByRole('textbox')).toEqual([notes()])
    await user.fill(notes(), 'repede')
    await user.click(send('payDineIn'))
    await waitFor(() => expect(checkout.state().phase).toBe('placed'))
    expect(fakeApi.callsOf(placeOrder).map(({ body }) => body)).toEqual([
      {
        items: [{ menuItemId: 7, quantity: 2, notes: 'fără ceapă' }],
        tableId: 31,
        total: 5700,
        status: 'pending',
        diningOption: 'dine-in',
        notes: 'repede',
        customerName: t('common.table', { number: 4 }),
        phoneNumber: '0000000000',
        email: null,
      },
    ])
  })

  it('asks to scan the code if the table key is rejected, and sends the next attempt with a new idempotency key', async () => {
    const message = 'Please scan the code on your table'
    fakeApi.refuses(placeOrder, 409, { code: 'table_key', message })
    const { user, t, form, send } = await openForm({
      language: 'en',
      table: { id: 31, number: 4, label: 'Terasa 3', key: 'old-key1' },
    })
    await user.click(send('payDineIn'))
    expect((await form.findByRole('alert')).textContent).toBe(message + t('table.scanDescription'))
    fakeApi.answers(placeOrder, placedOrder())
    await user.click(send('payDineIn'))
    await waitFor(() => expect(checkout.state().phase).toBe('placed'))
    const sent = fakeApi.callsOf(placeOrder)
    expect(sent.map(({ body }) => body)).toMatchObject([{ tableKey: 'old-key1' }, { tableKey: 'old-key1' }])
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  })

  it('keeps its notes when it is closed and reopened', async () => {
    const { user, t, form, notes } = await openForm({
      language: 'en',
      table: { id: 31, number: 4, label: null, key: null },
    })
    await user.fill(notes(), 'repede')
    await user.click(form.getByRole('button', { name: t('common.close') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'reopen' }))
    expect((await dialog()).getByRole('textbox')).toHaveProperty('value', 'repede')
  })
})

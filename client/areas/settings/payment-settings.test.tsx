import { describe, expect, it } from 'vitest'
import { changeSettings, type Settings } from '#shared/contracts/settings.ts'
import { DEFAULT_METHODS, type PaymentMethod } from '#shared/domain/payments/methods.ts'
import { bodies, openSettingsAt } from '../../testing/open-settings.tsx'
import { fakeApi, screen, textBelow, waitFor, within } from '../../testing/render.tsx'

const METHODS: PaymentMethod[] = [...DEFAULT_METHODS]
const PAYMENTS: Partial<Settings> = { payments: true, paymentMethods: METHODS, cashRounding: 0, houseLimit: 5000 }
describe('the settings of payments', () => {
  const open = async (settings: Partial<Settings> = PAYMENTS) => {
    const opened = await openSettingsAt('payments', 'en', settings)
    opened.accept()
    const { t } = opened
    return {
      ...opened,
      rows: () => within(screen.getByRole('list', { name: t('settings.payments.methods') })).getAllByRole('listitem'),
      flip: () => opened.flip(t('settings.payments.has')),
    }
  }

  it('explain what it is before it is on, and show nothing else of it', async () => {
    const { t, flip, press } = await open({ payments: false })
    expect(screen.getByText(t('settings.payments.hasHint'))).toBeDefined()
    expect(screen.queryByText(t('settings.payments.methods'))).toBeNull()
    await flip()
    expect(screen.getByText(t('settings.payments.methods'))).toBeDefined()
    await press(t('common.save'))
    await waitFor(() => expect(bodies()).toEqual([{ payments: true }]))
  })

  it('add, order and remove methods', async () => {
    const { t, user, rows, press } = await open()
    await press(t('settings.payments.add'))
    const last = within(rows()[3] as HTMLElement)
    await user.fill(last.getByLabelText(t('menuEditor.fields.name')), 'On the house')
    await user.click(last.getByRole('combobox'))
    await user.click(screen.getByRole('option', { name: t('settings.payments.kinds.house') }))
    const name = 'Cash'
    await press(t('common.moveDown', { name }))
    await press(t('common.removeName', { name: 'Meal vouchers' }))
    await press(t('common.save'))
    await waitFor(() =>
      expect(bodies()).toEqual([
        { paymentMethods: [METHODS[1], METHODS[0], { kind: 'house', name: 'On the house', nameRo: '' }] },
      ]),
    )
  })

  it('need a name for each method, and offer at most eight', async () => {
    const { t, rows, press } = await open()
    for (let count = METHODS.length; count < 8; count++) await press(t('settings.payments.add'))
    expect(screen.queryByRole('button', { name: t('settings.payments.add') })).toBeNull()
    expect(screen.getByText(t('settings.payments.full'))).toBeDefined()
    await press(t('common.save'))
    const field = within(rows()[7] as HTMLElement).getByLabelText(t('menuEditor.fields.name'))
    await waitFor(() => expect(textBelow(field)).toBe(t('validation.required')))
    expect(bodies()).toEqual([])
  })

  it('say at the switch, which gets the focus, that fiscal receipts need them', async () => {
    const { t, flip, press } = await open({ ...PAYMENTS, fiscal: true })
    fakeApi.refuses(changeSettings, 400, { issues: [{ path: 'payments', message: 'Because' }] })
    await flip()
    await press(t('common.save'))
    expect(await screen.findByText('Because')).toBeDefined()
    const toggle = screen.getByRole('switch', { name: t('settings.payments.has') })
    await waitFor(() => expect(document.activeElement).toBe(toggle))
    expect(bodies()).toEqual([{ payments: false }])
  })

  it('keep at least one method', async () => {
    const { t } = await open({ ...PAYMENTS, paymentMethods: METHODS.slice(0, 1) })
    expect(screen.queryByRole('button', { name: t('common.removeName', { name: 'Cash' }) })).toBeNull()
    expect(screen.queryByRole('button', { name: t('common.removeName', { name: 'Numerar' }) })).toBeNull()
  })

  it('set the rounding of cash, and what staff may give', async () => {
    const { t, user, press } = await open()
    const limit = screen.getByLabelText(`${t('settings.payments.limit')} (LEI)`)
    expect((limit as HTMLInputElement).value).toBe('50.00')
    await user.fill(limit, '12 euro')
    await user.click(screen.getByRole('radio', { name: '0.05 LEI' }))
    await press(t('common.save'))
    await waitFor(() => expect(textBelow(limit)).toBe(t('validation.amount')))
    await user.fill(limit, '75,5')
    await press(t('common.save'))
    await waitFor(() => expect(bodies()).toEqual([{ cashRounding: 5, houseLimit: 7550 }]))
  })
})

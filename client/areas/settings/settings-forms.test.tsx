import { cleanup } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { changeSettings, type Settings } from '#shared/contracts/settings.ts'
import type { TableAddresses } from '#shared/contracts/tables.ts'
import { bodies, openSettingsAt } from '../../testing/open-settings.tsx'
import { fakeApi, SETTINGS, screen, textBelow, waitFor } from '../../testing/render.tsx'

const STORED: Partial<Settings> = { ownerPhoneNumber: null, businessDayStart: '04:00' }

describe('the WhatsApp settings', () => {
  const open = async (settings: Partial<Settings> = {}) => {
    const opened = await openSettingsAt('whatsapp', 'en', { ...STORED, ...settings })
    return { ...opened, number: screen.getByLabelText(opened.t('settings.ownerPhoneNumber')) as HTMLInputElement }
  }

  it.each([
    ['', 'validation.phoneNumberRequired'],
    ['0712345678', 'validation.phoneNumberFormat'],
    ['4071234567', 'validation.phoneNumberFormat'],
    ['407123456789', 'validation.phoneNumberFormat'],
    ['+40712345678', 'validation.phoneNumberFormat'],
  ] as const)('reject the number “%s”', async (input, message) => {
    const { user, t, number, save } = await open()
    await user.fill(number, input)
    await save()
    await waitFor(() => expect(textBelow(number)).toBe(t(message)))
    expect(document.activeElement).toBe(number)
    expect(bodies()).toEqual([])
  })

  it('send the number and the switch only if they were changed', async () => {
    const { user, t, number, save, accept } = await open()
    const enabled = screen.getByRole('switch', { name: t('settings.whatsappEnabled') })
    expect(enabled.getAttribute('aria-checked')).toBe('true')
    accept({ ownerPhoneNumber: '40712345678' })
    await user.fill(number, '40712345678')
    await save()
    expect(await screen.findByText(t('settings.saved'))).toBeDefined()
    accept({ ownerPhoneNumber: '40712345678', whatsappNotificationsEnabled: false })
    await user.click(enabled)
    await save()
    await waitFor(() =>
      expect(bodies()).toEqual([{ ownerPhoneNumber: '40712345678' }, { whatsappNotificationsEnabled: false }]),
    )
  })
})

describe('the restaurant settings', () => {
  const open = async (settings: Partial<Settings> = {}, addresses?: TableAddresses) => {
    const opened = await openSettingsAt('restaurant', 'en', { ...STORED, ...settings }, addresses)
    const field = (name: 'restaurantName' | 'restaurantAddress' | 'taxNumber' | 'publicAddress' | 'businessDayStart') =>
      screen.getByLabelText(opened.t(`settings.${name}`)) as HTMLInputElement
    return { ...opened, field }
  }

  it('can be left empty, and send only the changed fields', async () => {
    const { user, field, save, accept } = await open({ restaurantName: 'La Conac', taxNumber: 'RO1' })
    accept()
    await user.fill(field('restaurantName'), '')
    await user.fill(field('restaurantAddress'), '  Strada Lungă 1 ')
    await save()
    await waitFor(() => expect(bodies()).toEqual([{ restaurantName: null, restaurantAddress: 'Strada Lungă 1' }]))
  })

  const STATIONS = [{ id: 1, name: 'Kitchen', nameRo: '' }]
  const THEIRS = [...STATIONS, { id: 2, name: 'Bar', nameRo: '' }]

  it.each([
    ['opened before', false],
    ['a draft of last week', true],
  ])('show both versions of a list that another owner has changed since: %s', async (_, isDraft) => {
    const restored = { restaurantName: 'La Conac', stations: STATIONS, version: 3 }
    const first = await open(restored)
    const add = () => first.user.click(screen.getByRole('button', { name: first.t('settings.kitchen.add') }))
    await add()
    await first.user.fill(screen.getAllByLabelText(first.t('menuEditor.fields.name')).at(-1) as HTMLElement, 'Grill')
    let opened = first
    if (isDraft) {
      cleanup()
      opened = await open({ ...restored, stations: THEIRS, version: 4 })
    }
    const { user, t, save, accept } = opened
    const current = { ...SETTINGS, ...STORED, ...restored, language: 'en', stations: THEIRS, version: 4 }
    fakeApi.refuses(changeSettings, 409, { code: 'settings_changed', message: 'Changed', settings: current })
    await save()
    const conflict = await screen.findByRole('alert', { name: t('drafts.versions.title') })
    expect(conflict.textContent).toContain('Bar')
    expect(conflict.textContent).toContain('Grill')
    expect(screen.queryByText(t('settings.updateFailed'))).toBeNull()
    accept({ stations: THEIRS, version: 5 })
    await user.click(screen.getByRole('button', { name: t('drafts.versions.saveMine') }))
    expect(await screen.findByText(t('settings.saved'))).toBeDefined()
    const versions = fakeApi.callsOf(changeSettings).map(({ headers }) => headers.get('If-Match'))
    expect(versions).toEqual(['"3"', '"4"'])
  })

  it('save a field over what another owner has changed elsewhere, and show that', async () => {
    const { user, field, save, accept, t } = await open({ restaurantName: 'La Conac', taxNumber: null, version: 3 })
    await user.fill(field('restaurantName'), 'Conacul')
    const fields = { language: 'en', restaurantName: 'La Conac', taxNumber: 'RO1', version: 4 } as const
    const current = { ...SETTINGS, ...STORED, ...fields }
    fakeApi.refusesOnce(
      changeSettings,
      409,
      { code: 'settings_changed', message: 'Changed', settings: current },
      { ...current, restaurantName: 'Conacul', version: 5 },
    )
    await save()
    expect(await screen.findByText(t('settings.saved'))).toBeDefined()
    expect([field('restaurantName').value, field('taxNumber').value]).toEqual(['Conacul', 'RO1'])
    expect(bodies()).toEqual([{ restaurantName: 'Conacul' }, { restaurantName: 'Conacul' }])
    expect(screen.queryByText(t('drafts.versions.title'))).toBeNull()
    accept()
  })

  it('save the public address as an origin, and an empty one as null', async () => {
    const { user, t, field, save, accept } = await open({ publicAddress: 'https://old.example' })
    await waitFor(() => expect(textBelow(field('publicAddress'))).toBe(t('settings.publicAddressHint')))
    for (const input of ['menu.example.ro', 'https://menu.example.ro/menu']) {
      await user.fill(field('publicAddress'), input)
      await save()
      await waitFor(() => expect(textBelow(field('publicAddress'))).toBe(t('validation.origin')))
    }
    accept({ publicAddress: 'https://menu.example.ro' })
    await user.fill(field('publicAddress'), 'https://Menu.example.ro/')
    await save()
    await waitFor(() => expect(field('publicAddress').value).toBe('https://menu.example.ro'))
    accept({ publicAddress: null })
    await user.fill(field('publicAddress'), '')
    await save()
    await waitFor(() =>
      expect(bodies()).toEqual([{ publicAddress: 'https://menu.example.ro' }, { publicAddress: null }]),
    )
  })

  it('show the public address set by the environment, which cannot be changed', async () => {
    const { t, field } = await open({}, { publicUrl: 'https://menu.conac.ro', isFixed: true, network: [] })
    await waitFor(() => expect(field('publicAddress')).toHaveProperty('readOnly', true))
    expect(field('publicAddress').value).toBe('https://menu.conac.ro')
    await waitFor(() => expect(textBelow(field('publicAddress'))).toBe(t('settings.publicAddressFixed')))
  })

  it.each(['', '24:00', '4:60', 'four'])('reject “%s” as the start of the business day', async (input) => {
    const { user, t, field, save } = await open()
    await waitFor(() => expect(textBelow(field('businessDayStart'))).toBe(t('settings.businessDayStartHint')))
    await user.fill(field('businessDayStart'), input)
    await save()
    await waitFor(() => expect(textBelow(field('businessDayStart'))).toBe(t('validation.time')))
    expect(bodies()).toEqual([])
  })
})

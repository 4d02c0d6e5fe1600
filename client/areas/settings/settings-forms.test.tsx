import { cleanup } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { changeSettings, getSettings, type Settings } from '#shared/contracts/settings.ts'
import { getTableAddresses, type TableAddresses } from '#shared/contracts/tables.ts'
import { getWhatsapp } from '#shared/contracts/whatsapp.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { settingsKey } from '../../lib/settings/settings.ts'
import { act, fakeApi, render, SETTINGS, screen, textBelow, waitFor } from '../../testing/render.tsx'
import { NOT_CONFIGURED } from '../../testing/samples.ts'
import { RestaurantSettings } from './restaurant-settings.tsx'
import { SavedTogether } from './settings-form.tsx'
import { WhatsappSettings } from './whatsapp-settings.tsx'

const bodies = () => fakeApi.callsOf(changeSettings).map(({ body }) => body)
const STORED: Settings = { ...SETTINGS, ownerPhoneNumber: null, businessDayStart: '04:00' }
const NO_ADDRESS: TableAddresses = { publicUrl: null, isFixed: false, network: [] }
const save = (t: ReturnType<typeof render>['t']) => screen.getByRole('button', { name: t('common.save') })

describe.each(LANGUAGES)('the WhatsApp settings (%s)', (language) => {
  const open = (settings: Partial<Settings> = {}) => {
    fakeApi.answers(getWhatsapp, NOT_CONFIGURED)
    const rendered = render(
      <SavedTogether>
        <WhatsappSettings />
      </SavedTogether>,
      { language, settings: { ...STORED, ...settings } },
    )
    return { ...rendered, number: screen.getByLabelText(rendered.t('settings.ownerPhoneNumber')) as HTMLInputElement }
  }

  it.each([
    ['', 'validation.phoneNumberRequired'],
    ['0712345678', 'validation.phoneNumberFormat'],
    ['4071234567', 'validation.phoneNumberFormat'],
    ['407123456789', 'validation.phoneNumberFormat'],
    ['+40712345678', 'validation.phoneNumberFormat'],
  ] as const)('reject the number “%s”', async (input, message) => {
    const { user, t, number } = open()
    await user.fill(number, input)
    await user.click(save(t))
    await waitFor(() => expect(textBelow(number)).toBe(t(message)))
    expect(document.activeElement).toBe(number)
    expect(bodies()).toEqual([])
  })

  it('send the number and the switch only if they were changed', async () => {
    const { user, t, number } = open()
    const enabled = screen.getByRole('switch', { name: t('settings.whatsappEnabled') })
    expect(enabled.getAttribute('aria-checked')).toBe('true')
    const saved = { ...STORED, ownerPhoneNumber: '40712345678' }
    fakeApi.answers(changeSettings, saved)
    fakeApi.answers(getSettings, saved)
    await user.fill(number, '40712345678')
    await user.click(save(t))
    expect(await screen.findByText(t('settings.saved'))).toBeDefined()
    fakeApi.answers(changeSettings, { ...saved, whatsappNotificationsEnabled: false })
    await user.click(enabled)
    await user.click(save(t))
    await waitFor(() =>
      expect(bodies()).toEqual([{ ownerPhoneNumber: '40712345678' }, { whatsappNotificationsEnabled: false }]),
    )
  })

  it('show the server’s message under the field if it rejects the change, and keep the input', async () => {
    const issues = [{ path: 'ownerPhoneNumber', message: 'Nu acesta' }]
    fakeApi.refuses(changeSettings, 400, { message: 'Nu', issues })
    const { user, t, number } = open()
    await user.fill(number, '40712345678')
    await user.click(save(t))
    expect(await screen.findByText(t('settings.updateFailed'))).toBeDefined()
    expect([textBelow(number), number.value]).toEqual(['Nu acesta', '40712345678'])
    expect(document.activeElement).toBe(number)
    expect(save(t)).toHaveProperty('disabled', false)
  })
})

describe.each(LANGUAGES)('the restaurant settings (%s)', (language) => {
  const open = (settings: Partial<Settings> = {}, addresses = NO_ADDRESS) => {
    fakeApi.answers(getTableAddresses, addresses)
    const { t, ...rendered } = render(
      <SavedTogether>
        <RestaurantSettings />
      </SavedTogether>,
      { language, settings: { ...STORED, ...settings } },
    )
    const field = (name: 'restaurantName' | 'restaurantAddress' | 'taxNumber' | 'publicAddress' | 'businessDayStart') =>
      screen.getByLabelText(t(`settings.${name}`)) as HTMLInputElement
    return { ...rendered, t, field }
  }

  it('can be left empty, and send only the changed fields', async () => {
    const { user, t, field } = open({ restaurantName: 'La Conac', taxNumber: 'RO1' })
    fakeApi.answers(changeSettings, STORED)
    await user.fill(field('restaurantName'), '')
    await user.fill(field('restaurantAddress'), '  Strada Lungă 1 ')
    await user.click(save(t))
    await waitFor(() => expect(bodies()).toEqual([{ restaurantName: null, restaurantAddress: 'Strada Lungă 1' }]))
  })

  it('keep what was typed until it is saved, also if another owner has saved another field since', async () => {
    const first = open({ restaurantName: 'La Conac' })
    await first.user.fill(first.field('restaurantName'), 'Conacul')
    cleanup()
    const { user, t, field } = open({ restaurantName: 'La Conac', taxNumber: 'RO1' })
    await screen.findByText(t('drafts.restored'))
    expect([field('restaurantName').value, field('taxNumber').value]).toEqual(['Conacul', 'RO1'])
    fakeApi.answers(changeSettings, { ...STORED, restaurantName: 'Conacul', taxNumber: 'RO1' })
    await user.click(save(t))
    await waitFor(() => expect(bodies()).toEqual([{ restaurantName: 'Conacul' }]))
    await waitFor(() => expect(localStorage.getItem('masa.draft.settings.restaurant')).toBeNull())
  })

  it('offer the machine’s addresses in its network, each of which fills the field', async () => {
    const { user, t, field } = open({}, { publicUrl: null, isFixed: false, network: ['http://192.168.1.20:3000'] })
    fakeApi.answers(changeSettings, { ...STORED, publicAddress: 'http://192.168.1.20:3000' })
    await user.click(await screen.findByRole('button', { name: 'http://192.168.1.20:3000' }))
    expect(field('publicAddress').value).toBe('http://192.168.1.20:3000')
    await user.click(save(t))
    await waitFor(() => expect(bodies()).toEqual([{ publicAddress: 'http://192.168.1.20:3000' }]))
  })

  it('save the public address as an origin, and an empty one as null', async () => {
    const { user, t, field } = open({ publicAddress: 'https://old.example' })
    await waitFor(() => expect(textBelow(field('publicAddress'))).toBe(t('settings.publicAddressHint')))
    for (const input of ['menu.example.ro', 'https://menu.example.ro/menu']) {
      await user.fill(field('publicAddress'), input)
      await user.click(save(t))
      await waitFor(() => expect(textBelow(field('publicAddress'))).toBe(t('validation.origin')))
    }
    const saved = { ...STORED, publicAddress: 'https://menu.example.ro' }
    fakeApi.answers(changeSettings, saved)
    fakeApi.answers(getSettings, saved)
    await user.fill(field('publicAddress'), 'https://Menu.example.ro/')
    await user.click(save(t))
    await waitFor(() => expect(field('publicAddress').value).toBe('https://menu.example.ro'))
    fakeApi.answers(changeSettings, STORED)
    await user.fill(field('publicAddress'), '')
    await user.click(save(t))
    await waitFor(() =>
      expect(bodies()).toEqual([{ publicAddress: 'https://menu.example.ro' }, { publicAddress: null }]),
    )
  })

  it('show the reason if the server rejects a new public address', async () => {
    const issues = [{ path: 'publicAddress', message: 'Nu de aici' }]
    fakeApi.refuses(changeSettings, 400, { message: 'Nu', issues })
    const { user, t, field } = open({ publicAddress: 'https://old.example' })
    await user.fill(field('publicAddress'), 'https://new.example')
    await user.click(save(t))
    await waitFor(() => expect(textBelow(field('publicAddress'))).toBe('Nu de aici'))
  })

  it('show the public address set by the environment, which cannot be changed', async () => {
    const { t, field } = open({}, { publicUrl: 'https://menu.conac.ro', isFixed: true, network: [] })
    await waitFor(() => expect(field('publicAddress')).toHaveProperty('readOnly', true))
    expect(field('publicAddress').value).toBe('https://menu.conac.ro')
    await waitFor(() => expect(textBelow(field('publicAddress'))).toBe(t('settings.publicAddressFixed')))
  })

  it.each(['', '24:00', '4:60', 'four'])('reject “%s” as the start of the business day', async (input) => {
    const { user, t, field } = open()
    await waitFor(() => expect(textBelow(field('businessDayStart'))).toBe(t('settings.businessDayStartHint')))
    await user.fill(field('businessDayStart'), input)
    await user.click(save(t))
    await waitFor(() => expect(textBelow(field('businessDayStart'))).toBe(t('validation.time')))
    expect(bodies()).toEqual([])
  })

  it('keep input made during a save, and send only that input next', async () => {
    const saved = { ...STORED, restaurantName: 'La Conac' }
    const release = fakeApi.holds(changeSettings, saved)
    const { user, t, field } = open()
    await user.fill(field('restaurantName'), ' La Conac')
    await user.click(save(t))
    await waitFor(() => expect(save(t)).toHaveProperty('disabled', true))
    await user.fill(field('taxNumber'), 'RO2')
    expect(field('taxNumber').disabled).toBe(false)
    fakeApi.answers(getSettings, saved)
    release()
    expect(await screen.findByText(t('settings.saved'))).toBeDefined()
    expect([field('restaurantName').value, field('taxNumber').value]).toEqual(['La Conac', 'RO2'])
    fakeApi.answers(changeSettings, { ...saved, taxNumber: 'RO2' })
    await user.click(save(t))
    await waitFor(() => expect(bodies()).toEqual([{ restaurantName: 'La Conac' }, { taxNumber: 'RO2' }]))
  })

  it('confirm the save even if they were closed before the response', async () => {
    const release = fakeApi.holds(changeSettings, { ...STORED, restaurantName: 'La Conac' })
    const { user, t, field, rerender } = open()
    await user.fill(field('restaurantName'), 'La Conac')
    await user.click(save(t))
    await waitFor(() => expect(bodies()).toHaveLength(1))
    rerender(null)
    release()
    expect(await screen.findByText(t('settings.saved'))).toBeDefined()
  })

  it('focus the first field that the server rejects', async () => {
    const issues = ['restaurantName', 'taxNumber'].map((path) => ({ path, message: `Nu: ${path}` }))
    fakeApi.refuses(changeSettings, 400, { message: 'Nu', issues })
    const { user, t, field } = open()
    await user.fill(field('restaurantName'), 'La Conac')
    await user.fill(field('taxNumber'), 'RO4')
    await user.click(save(t))
    await waitFor(() => expect(textBelow(field('taxNumber'))).toBe('Nu: taxNumber'))
    await waitFor(() => expect(textBelow(field('restaurantName'))).toBe('Nu: restaurantName'))
    expect(document.activeElement).toBe(field('restaurantName'))
  })

  it('show what another owner saves meanwhile, except in fields with unsaved input', async () => {
    const { user, field } = open({ restaurantName: 'Veche' })
    await user.fill(field('taxNumber'), 'RO3')
    const newer = { ...STORED, restaurantName: 'Nouă', taxNumber: 'RO9' }
    act(() => void queryClient.setQueryData(settingsKey, newer))
    await waitFor(() => expect(field('restaurantName').value).toBe('Nouă'))
    expect(field('taxNumber').value).toBe('RO3')
  })
})

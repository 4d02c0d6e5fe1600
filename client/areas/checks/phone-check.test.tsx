import { describe, expect, it } from 'vitest'
import { getBeforeService, startPhoneCheck } from '#shared/contracts/before-service.ts'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { beforeServiceKey } from '../../lib/settings/change-settings.tsx'
import { fakeApi, screen, waitFor, within } from '../../testing/render.tsx'
import { checksIn, fine, NOW, ORIGIN } from './service-checks.fixture.tsx'

describe.each(LANGUAGES)('the check with a phone (%s)', (language) => {
  const { open, rowOf, stateOf, button } = checksIn(language)

  it('shows a code on request, and announces that a phone has reached the address', async () => {
    const view = await open({ facts: { phone: null } })
    const { t, user } = view
    expect(stateOf(view, 'phone')).toBe('unknown')
    expect(fakeApi.callsOf(startPhoneCheck)).toHaveLength(0)
    const expiresAt = '2026-11-21T15:10:00.000Z'
    fakeApi.answers(startPhoneCheck, { word: 'a'.repeat(22), expiresAt })
    await user.click(button(view, 'phone', t('beforeService.phone.show')))
    const address = `${ORIGIN}/api/before-service/phone/${'a'.repeat(22)}`
    await within(rowOf(view, 'phone')).findByRole('img', { name: t('beforeService.phone.code', { address }) })
    expect(within(rowOf(view, 'phone')).getByText(address)).toBeDefined()
    expect(within(rowOf(view, 'phone')).getByRole('status').textContent).toContain(
      t('beforeService.phone.scan', { time: '17:10' }),
    )
    // The page refetches, as after a CHANGED frame.
    const phone = { askedAt: NOW.toISOString(), expiresAt, reachedAt: '2026-11-21T15:01:00.000Z' }
    fakeApi.answers(getBeforeService, fine({ phone }))
    await queryClient.invalidateQueries({ queryKey: beforeServiceKey })
    await waitFor(() => expect(stateOf(view, 'phone')).toBe('ok'))
    expect(within(rowOf(view, 'phone')).queryByRole('img')).toBeNull()
    expect(within(rowOf(view, 'phone')).getByRole('status').textContent).toBe(
      t('beforeService.phone.reachedAt', { time: '17:01' }),
    )
    expect(fakeApi.callsOf(startPhoneCheck)).toHaveLength(1)
  })

  it('shows that another device has replaced the code, or that no code could be created', async () => {
    const view = await open({ facts: { phone: null } })
    const { t, user } = view
    fakeApi.answers(startPhoneCheck, { word: 'a'.repeat(22), expiresAt: '2026-11-21T15:10:00.000Z' })
    await user.click(button(view, 'phone', t('beforeService.phone.show')))
    await within(rowOf(view, 'phone')).findByRole('img')
    const phone = { askedAt: NOW.toISOString(), expiresAt: '2026-11-21T15:10:01.000Z', reachedAt: null }
    fakeApi.answers(getBeforeService, fine({ phone }))
    await queryClient.invalidateQueries({ queryKey: beforeServiceKey })
    await waitFor(() => expect(rowOf(view, 'phone').textContent).toContain(t('beforeService.phone.replaced')))
    fakeApi.refuses(startPhoneCheck, 503, { message: 'Not now.' })
    await user.click(button(view, 'phone', t('beforeService.phone.another')))
    expect(await screen.findByText(t('beforeService.phone.failed'))).toBeDefined()
    expect(screen.getByText('Not now.')).toBeDefined()
  })

  it('shows no code for a localhost address, but offers addresses that phones can reach', async () => {
    fakeApi.answers(getTableAddresses, {
      publicUrl: 'http://localhost:3000',
      isFixed: false,
      network: ['http://192.168.1.20:3000'],
    })
    const view = await open({ facts: { phone: null } })
    expect(stateOf(view, 'phone')).toBe('wrong')
    const buttons = within(rowOf(view, 'phone')).getAllByRole('button')
    expect(buttons.map((button) => button.textContent)).toEqual([view.t('tables.local.use')])
    expect(within(rowOf(view, 'phone')).getByLabelText(view.t('settings.publicAddress'))).toHaveProperty(
      'value',
      'http://192.168.1.20:3000',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { beforeServiceKey } from '../../lib/settings/change-settings.tsx'
import { fakeApi, waitFor, within } from '../../testing/render.tsx'
import { checksIn, fine, ORIGIN } from './service-checks.fixture.tsx'

describe.each(LANGUAGES)('the check with a phone (%s)', (language) => {
  const { open, rowOf, stateOf } = checksIn(language)

  it('shows the address as a code, and announces that a guest has come by it', async () => {
    const view = await open({ facts: { reached: ['http://192.168.1.20:3000'] } })
    const { t } = view
    const row = () => within(rowOf(view, 'phone'))
    expect(stateOf(view, 'phone')).toBe('unknown')
    const address = `${ORIGIN}/menu`
    expect(row().getByRole('img', { name: t('beforeService.phone.code', { address }) })).toBeDefined()
    expect(row().getByText(address)).toBeDefined()
    expect(row().getByRole('status').textContent).toContain(t('beforeService.phone.scan'))
    // The page refetches, as after a CHANGED frame.
    fakeApi.answers(getBeforeService, fine({ reached: ['http://192.168.1.20:3000', ORIGIN] }))
    await queryClient.invalidateQueries({ queryKey: beforeServiceKey })
    await waitFor(() => expect(stateOf(view, 'phone')).toBe('ok'))
    expect(row().queryByRole('img')).toBeNull()
    expect(row().getByRole('status').textContent).toBe(t('beforeService.phone.reached', { address: ORIGIN }))
  })

  it('shows no code for a localhost address, but offers addresses that phones can reach', async () => {
    fakeApi.answers(getTableAddresses, {
      publicUrl: 'http://localhost:3000',
      isFixed: false,
      network: ['http://192.168.1.20:3000'],
    })
    const view = await open({ facts: { reached: [] } })
    expect(stateOf(view, 'phone')).toBe('wrong')
    const buttons = within(rowOf(view, 'phone')).getAllByRole('button')
    expect(buttons.map((button) => button.textContent)).toEqual([view.t('tables.local.use')])
    expect(within(rowOf(view, 'phone')).getByLabelText(view.t('settings.publicAddress'))).toHaveProperty(
      'value',
      'http://192.168.1.20:3000',
    )
  })
})

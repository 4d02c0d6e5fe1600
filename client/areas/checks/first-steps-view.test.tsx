import { describe, expect, it, vi } from 'vitest'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { listOrders, placeOrder } from '#shared/contracts/orders.ts'
import { changeSettings, getSettings } from '#shared/contracts/settings.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { fakeApi, render, SETTINGS, screen, within } from '../../testing/render.tsx'
import { sampleDish, sampleOrder, serviceFacts } from '../../testing/samples.ts'
import { useBoardSync } from '../orders/index.ts'
import FirstStepsView from './first-steps.tsx'

const UNTRIED = { order: { state: 'unknown' } } as const
const UNNAMED = { ...UNTRIED, name: { state: 'look' } } as const

/** Storage of a browser that forbids it or has no room. */
function brokenStorage(name: string): Storage {
  const fail = () => {
    throw new DOMException('no', name)
  }
  return { getItem: fail, setItem: fail, removeItem: fail, clear: fail, key: fail, length: 0 }
}

function Dashboard() {
  useBoardSync(() => {})
  return <FirstStepsView place="list" onOpen={() => {}} />
}

describe.each(LANGUAGES)('the first steps (%s)', (language) => {
  it.each(['SecurityError', 'QuotaExceededError'])('work without storage (%s)', async (error) => {
    vi.stubGlobal('localStorage', brokenStorage(error))
    vi.stubGlobal('sessionStorage', brokenStorage(error))
    fakeApi.answers(listOrders, [])
    fakeApi.answers(getBeforeService, serviceFacts(UNNAMED))
    const { user, t } = render(<Dashboard />, {
      language,
      settings: { restaurantName: null },
    })
    await screen.findByRole('list', { name: t('firstSteps.title') })
    const row = (step: 'name' | 'sound' | 'test') =>
      within(screen.getByRole('listitem', { name: t(`firstSteps.${step}.title`) }))
    const isDone = (step: 'name' | 'sound' | 'test') => row(step).findByText(t('firstSteps.isDone'))

    const named = { ...SETTINGS, restaurantName: 'La Conac' }
    fakeApi.answers(changeSettings, named)
    fakeApi.answers(getSettings, named)
    fakeApi.answers(getBeforeService, serviceFacts(UNTRIED))
    await user.fill(row('name').getByRole('textbox'), 'La Conac')
    await user.click(row('name').getByRole('button', { name: t('common.save') }))
    await isDone('name')
    await user.click(row('sound').getByRole('button'))
    await isDone('sound')

    fakeApi.answers(getMenu, [sampleDish({ id: 7 })])
    fakeApi.answers(getTables, [{ id: 31, number: 1, label: null, capacity: 4, status: 'available' }])
    fakeApi.answers(placeOrder, { ...sampleOrder({ id: 9 }), orderToken: 'x'.repeat(32) })
    await user.click(row('test').getByRole('button', { name: t('firstSteps.test.open') }))
    expect(await screen.findByRole('heading', { name: t('firstSteps.complete') })).toBeDefined()
  })

  it('learn from the server at once what a change of the settings means, without a live connection', async () => {
    fakeApi.answers(listOrders, [])
    fakeApi.answers(getBeforeService, serviceFacts({ ...UNTRIED, tables: { state: 'look' } }))
    const { user, t } = render(<Dashboard />, { language, settings: { restaurantName: 'La Conac' } })
    const tables = within(await screen.findByRole('listitem', { name: t('firstSteps.tables.title') }))
    fakeApi.answers(changeSettings, { ...SETTINGS, noTables: true })
    fakeApi.answers(getSettings, { ...SETTINGS, noTables: true })
    fakeApi.answers(getBeforeService, serviceFacts({ ...UNTRIED, tables: { state: 'unused', text: 'Only takeaway.' } }))
    await user.click(tables.getByRole('button', { name: t('firstSteps.tables.none') }))
    expect(await tables.findByText('Only takeaway.')).toBeDefined()
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createUser, createUserLink, type ListedUser, listUsers } from '#shared/contracts/accounts.ts'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { importSample } from '#shared/contracts/menu/menu-imports.ts'
import { changeOrder, listOrders, placeOrder } from '#shared/contracts/orders.ts'
import { changeSettings, getSettings, type Settings } from '#shared/contracts/settings.ts'
import { createTables, getTableAddresses, getTables } from '#shared/contracts/tables.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { queryClient } from '../../lib/api/query.ts'
import { beforeServiceKey } from '../../lib/settings/change-settings.tsx'
import { act, dialog, fakeApi, render, SETTINGS, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleDish, sampleOrder, serviceFacts } from '../../testing/samples.ts'
import { useBell, useBoardSync } from '../orders/index.ts'
import FirstStepsView from './first-steps.tsx'

type Changed = Parameters<typeof serviceFacts>[0]
type Step = 'name' | 'menu' | 'hours' | 'tables' | 'team' | 'order'
const UNTRIED: Changed = { order: { state: 'unknown', way: 'order' }, hours: { way: 'hours' } }
const EMPTY: Changed = {
  ...UNTRIED,
  menu: { state: 'wrong', way: 'dishes' },
  tables: { state: 'look', way: 'tables' },
}
/** What the server finds of a new restaurant, in which only the staff was added yet. */
const NEW: Changed = { ...EMPTY, name: { state: 'look', way: 'name' }, hours: { state: 'unused', way: 'hours' } }

/** Storage of a browser that forbids it or has no room. */
function brokenStorage(name: string): Storage {
  const fail = () => {
    throw new DOMException('no', name)
  }
  return { getItem: fail, setItem: fail, removeItem: fail, clear: fail, key: fail, length: 0 }
}

function Dashboard({ place }: { place: 'list' | 'strip' }) {
  useBoardSync(() => {})
  return <FirstStepsView place={place} onOpen={() => {}} />
}

describe('the first steps', () => {
  beforeEach(() => fakeApi.answers(listOrders, []))

  const open = async (facts: Changed = NEW, settings: Partial<Settings> = {}) => {
    fakeApi.answers(getBeforeService, serviceFacts(facts))
    const rendered = render(<Dashboard place="list" />, { settings: { restaurantName: null, ...settings } })
    const { t } = rendered
    await screen.findByRole('list', { name: t('firstSteps.title') })
    const titleOf = (step: Step) => (step === 'order' ? t('firstSteps.test.title') : `Title of ${step}`)
    const row = (step: Step) => within(screen.getByRole('listitem', { name: titleOf(step) }))
    const steps = ['name', 'menu', 'hours', 'tables', 'team', 'order'] as const
    const isDone = (step: Step) => row(step).queryByText(t('beforeService.states.ok'))
    const done = () => steps.filter(isDone)
    const becomes = (next: Changed) => fakeApi.answers(getBeforeService, serviceFacts(next))
    const refetched = async (next: Changed) => {
      becomes(next)
      await act(() => queryClient.invalidateQueries({ queryKey: beforeServiceKey }))
    }
    /** Lets the server accept changes of settings. */
    const accept = () => {
      for (const endpoint of [changeSettings, getSettings]) fakeApi.answers(endpoint, SETTINGS)
    }
    const settingsSent = () => fakeApi.callsOf(changeSettings).map(({ body }) => body)
    return { ...rendered, row, isDone, done, becomes, refetched, accept, settingsSent }
  }

  it.each(['SecurityError', 'QuotaExceededError'])('begin with the name, also without storage (%s)', async (error) => {
    vi.stubGlobal('localStorage', brokenStorage(error))
    vi.stubGlobal('sessionStorage', brokenStorage(error))
    const { user, t, row, done, becomes, accept } = await open()
    expect(done()).toEqual(['team'])
    expect(screen.getByText(t('firstSteps.progress', { done: 1, all: 6 }))).toBeDefined()
    accept()
    becomes(EMPTY)
    await user.fill(row('name').getByRole('textbox'), 'La Conac')
    await user.click(row('name').getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(done()).toEqual(['name', 'hours', 'team']))
  })

  it('give the address at which guests reserve, once they can', async () => {
    fakeApi.answers(getTableAddresses, { publicUrl: 'https://conac.example', isFixed: true, network: [] })
    await open(NEW, { reservations: { ...DEFAULT_RESERVATIONS, on: true, online: true } })
    const link = await screen.findByRole('link', { name: 'https://conac.example/reserve' })
    expect(link.getAttribute('href')).toBe('https://conac.example/reserve')
  })

  it('open the form of the first that is undone, and others on request', async () => {
    const { user, t, row } = await open()
    expect(row('name').getByRole('textbox')).toBeDefined()
    expect(row('menu').queryByRole('link')).toBeNull()
    await user.click(row('menu').getByRole('button', { name: t('firstSteps.menu.open') }))
    expect(row('name').queryByRole('textbox')).toBeNull()
    const hrefs = row('menu')
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual(['list', 'file', 'hand'].map((way) => `/dashboard?tab=menu&open=${way}`))
  })

  it('keep the step about the staff open for the next person, until the owner goes on', async () => {
    fakeApi.answers(listUsers, [])
    const { user, t, row, becomes } = await open({ ...UNTRIED, team: { state: 'look', way: 'team' } })
    fakeApi.answers(getTableAddresses, { publicUrl: 'http://192.168.1.20', isFixed: false, network: [] })
    fakeApi.answers(createUserLink, { link: '/enter#one' })
    fakeApi.answers(createUser, {
      id: 4,
      username: 'Maria',
      isOwner: false,
      duties: ['floor'],
    } as Partial<ListedUser> as ListedUser)
    becomes({ ...UNTRIED, team: { way: 'team' } })
    expect(row('team').queryByRole('button', { name: t('firstSteps.team.all') })).toBeNull()
    await user.fill(row('team').getByLabelText(t('customers.name')), 'Maria')
    await user.click(row('team').getByRole('button', { name: t('common.add') }))
    await dialog(t('users.link.title', { username: 'Maria' }))
    await user.keyboard('{Escape}')
    await user.click(await row('team').findByRole('button', { name: t('firstSteps.team.all') }))
    expect(row('team').queryByLabelText(t('customers.name'))).toBeNull()
    expect(row('team').getByRole('button', { name: t('floor.change') })).toBeDefined()
  })

  it('are settled by an owner who works alone, and where only takeaway is sold', async () => {
    const { user, t, row, done, refetched, accept, settingsSent } = await open({
      ...EMPTY,
      team: { state: 'look', way: 'team' },
    })
    accept()
    fakeApi.answers(listUsers, [])
    fakeApi.answers(getTables, [])
    await user.click(row('team').getByRole('button', { name: t('firstSteps.team.open') }))
    await user.click(row('team').getByRole('button', { name: t('firstSteps.team.alone') }))
    await user.click(row('tables').getByRole('button', { name: t('firstSteps.tables.open') }))
    await user.click(row('tables').getByRole('button', { name: t('firstSteps.tables.none') }))
    await refetched({ ...EMPTY, tables: { state: 'unused', way: 'tables', text: 'Only takeaway.' } })
    expect(settingsSent()).toEqual([{ registration: false }, { noTables: true }])
    expect(await row('tables').findByText('Only takeaway.')).toBeDefined()
    expect(done()).toEqual(['name', 'hours', 'tables', 'team'])
  })

  it('take the same hours for every day, and those of a restaurant that never closes', async () => {
    const { user, t, row, accept, settingsSent } = await open({ ...UNTRIED, hours: { state: 'unused', way: 'hours' } })
    accept()
    const hours = (from: string, to: string) => WEEKDAYS.map((day) => ({ day, from, to }))
    await user.fill(row('hours').getByLabelText(t('settings.hours.from', { day: 'every day' })), '10:00')
    await user.click(row('hours').getByRole('button', { name: t('firstSteps.hours.save') }))
    await user.click(row('hours').getByRole('button', { name: t('firstSteps.hours.always') }))
    const sent = [hours('10:00', '23:00'), hours('00:00', '00:00')]
    expect(settingsSent()).toEqual(sent.map((weekly) => ({ openingHours: { weekly, exceptions: [] } })))
  })

  it('add tables where they stand', async () => {
    fakeApi.answers(getTables, [])
    const { user, t, row, done, becomes } = await open({ ...UNTRIED, tables: { state: 'look', way: 'tables' } })
    const number = await row('tables').findByLabelText(t('tables.number'))
    const added = [1, 2].map(
      (one) => ({ id: one, number: one, label: null, capacity: 4, status: 'available' }) as const,
    )
    fakeApi.answers(createTables, added)
    becomes({ ...UNTRIED, tables: { way: 'codes' } })
    await user.fill(number, '1-2')
    fakeApi.answers(getTables, added)
    await user.click(row('tables').getByRole('button', { name: t('tables.addSeveral', { count: 2 }) }))
    await waitFor(() => expect(done()).toContain('tables'))
    expect(fakeApi.callsOf(createTables)[0]?.body).toEqual({ numbers: [1, 2], capacity: 4 })
    expect(await screen.findByText(t('tables.addedSeveral', { count: 2 }))).toBeDefined()
    expect(screen.queryByText(t('drafts.kept'))).toBeNull()
  })

  it('are ticked by the real state, in any order; tables lead to their codes', async () => {
    const { t, row, done, refetched } = await open(EMPTY)
    // Another owner adds dishes and tables at the same time.
    await refetched({ ...UNTRIED, tables: { way: 'codes' } })
    await waitFor(() => expect(done()).toEqual(['name', 'menu', 'hours', 'tables', 'team']))
    const codes = row('tables').getByRole('link', { name: t('firstSteps.tables.print') })
    expect(codes.getAttribute('href')).toBe('/dashboard?tab=tables&open=codes')
  })

  it('put the sample’s dishes into the menu, and name the button that goes on with another dish', async () => {
    const { user, t, row } = await open(EMPTY)
    expect(row('menu').getByText(t('menuEditor.saveAndAdd'), { exact: false }).textContent).toBe(
      t('firstSteps.menu.hand.about'),
    )
    fakeApi.refuses(importSample, 409, { message: 'The menu has dishes', code: 'menu_not_empty' })
    await user.click(screen.getByRole('button', { name: t('firstSteps.menu.sample') }))
    expect(await screen.findByText(t('firstSteps.menu.sampleFailed'))).toBeDefined()
  })

  it.each([
    ['a form', EMPTY],
    ['buttons', UNTRIED],
  ])('have one solid button, in the next step, which has %s', async (_, facts) => {
    await open(facts)
    const buttons = [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')]
    expect(buttons.filter(({ className }) => /\bbg-accent\b/.test(className))).toHaveLength(1)
  })

  it('keep the test order ticked where the browser plays no sound until it is touched, and offer the sound', async () => {
    useBell.setState({ on: true, isChosen: true, needsTouch: true })
    const { user, t, row, done } = await open({ order: { way: 'order' } })
    expect(done()).toEqual(['name', 'menu', 'hours', 'tables', 'team', 'order'])
    await user.click(row('order').getByRole('button', { name: t('sound.turnOn') }))
    expect(row('order').queryByRole('button', { name: t('sound.turnOn') })).toBeNull()
    expect(done()).toContain('order')
  })

  it('ask for the language of the restaurant, not of the page', async () => {
    const { t, row } = await open()
    expect(row('name').getByRole('group', { name: t('settings.languageLabel') })).toBeDefined()
  })

  it('can be put away, and say where they are then', async () => {
    const { user, t, accept, settingsSent } = await open()
    accept()
    await user.click(screen.getByRole('button', { name: t('firstSteps.putAway') }))
    expect(settingsSent()).toEqual([{ firstStepsAway: true }])
    expect(await screen.findByText(t('firstSteps.whereAway'))).toBeDefined()
  })

  it('say what a test without a dish or a table lacks', async () => {
    const { user, t, row } = await open()
    fakeApi.answers(getMenu, [])
    fakeApi.answers(getTables, [])
    await user.click(row('order').getByRole('button', { name: t('firstSteps.test.open') }))
    expect(await row('order').findByText(t('firstSteps.test.needs'))).toBeDefined()
  })

  it('send a test order, and offer to cancel it, also as one line; then all is done, until somebody closes them', async () => {
    const { user, t, row, becomes, accept, settingsSent, rerender } = await open({ ...UNTRIED, name: {} })
    fakeApi.answers(getMenu, [sampleDish({ id: 7 })])
    fakeApi.answers(getTables, [{ id: 31, number: 1, label: null, capacity: 4, status: 'available' }])
    const order = sampleOrder({ id: 9 })
    fakeApi.answers(placeOrder, { ...order, orderToken: 'x'.repeat(32) })
    becomes({ order: { way: 'order' } })
    await user.click(row('order').getByRole('button', { name: t('firstSteps.test.open') }))
    expect(await screen.findByRole('heading', { name: t('firstSteps.complete') })).toBeDefined()
    expect(row('order').getByText(t('firstSteps.test.onBoard', { id: 9 }))).toBeDefined()
    expect(row('order').getByRole('button', { name: t('firstSteps.test.cancel') })).toBeDefined()
    accept()
    await user.click(screen.getByRole('button', { name: t('firstSteps.close') }))
    expect(settingsSent()).toEqual([{ firstStepsAway: true }])
    rerender(<Dashboard place="strip" />)
    fakeApi.answers(changeOrder, { ...order, status: 'cancelled' })
    const [inStrip] = await screen.findAllByRole('button', { name: t('firstSteps.test.cancel') })
    await user.click(inStrip as HTMLElement)
    await waitFor(() => expect(fakeApi.callsOf(changeOrder)).toHaveLength(1))
  })

  it('offer another attempt if they could not be loaded', async () => {
    fakeApi.refuses(getBeforeService, 500, { message: 'Nu merge' })
    const { user, t } = render(<Dashboard place="list" />, { settings: { restaurantName: null } })
    expect(await screen.findByText('Nu merge')).toBeDefined()
    fakeApi.answers(getBeforeService, serviceFacts())
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByRole('list', { name: t('firstSteps.title') })).toBeDefined()
  })
})

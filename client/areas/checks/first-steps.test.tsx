import { describe, expect, it, vi } from 'vitest'
import { createUser, createUserLink, type ListedUser, listUsers } from '#shared/contracts/accounts.ts'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { beforeServiceKey } from '../../lib/settings/change-settings.tsx'
import { act, dialog, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { serviceFacts } from '../../testing/samples.ts'
import { FirstSteps, FirstStepsStrip } from './first-steps.tsx'
import type { StepParts } from './server-checks.tsx'
import { FIRST_STEPS, type StepName } from './steps.ts'

type Changed = Parameters<typeof serviceFacts>[0]
const UNTRIED: Changed = { order: { state: 'unknown' } }
const EMPTY: Changed = { ...UNTRIED, menu: { state: 'wrong' }, tables: { state: 'look' } }
/** What the server finds of a new restaurant, in which only the staff was added yet. */
const NEW: Changed = { ...EMPTY, name: { state: 'look' } }

describe.each(LANGUAGES)('the first steps (%s)', (language) => {
  const soundParts = (isChosen: boolean) => ({
    ...{ isSwitchedOn: true, isChosen, isOn: isChosen, turnOn: vi.fn(), play: vi.fn() },
  })
  const stepParts = (): StepParts => ({
    sound: soundParts(false),
    hasOrders: false,
    test: { send: vi.fn(), isPending: false, lacksParts: false, openId: null, cancel: vi.fn() },
    resuming: { resume: vi.fn(), isPending: false },
    change: vi.fn(),
    sample: { add: vi.fn(), isPending: false },
  })
  const open = async ({
    facts = NEW,
    settings = {},
    parts: changed = {},
  }: {
    facts?: Changed
    settings?: Partial<Settings>
    parts?: Partial<StepParts>
  }) => {
    fakeApi.answers(getBeforeService, serviceFacts(facts))
    const used = { ...stepParts(), ...changed }
    const rendered = render(<FirstSteps {...used} />, { language, settings: { restaurantName: null, ...settings } })
    await screen.findByRole('list', { name: rendered.t('firstSteps.title') })
    const row = (step: StepName) =>
      within(screen.getByRole('listitem', { name: rendered.t(`firstSteps.${step}.title`) }))
    const { t } = rendered
    const done = () => FIRST_STEPS.filter((step) => row(step).queryByText(t('firstSteps.isDone')))
    const refetched = async (next: Changed) => {
      fakeApi.answers(getBeforeService, serviceFacts(next))
      await act(() => queryClient.invalidateQueries({ queryKey: beforeServiceKey }))
    }
    return { ...rendered, used, row, done, refetched }
  }

  it('begin with the name; only the staff is there', async () => {
    const { t, row, done } = await open({})
    expect(done()).toEqual(['team'])
    expect(screen.getByText(t('firstSteps.progress', { done: 1, all: 6 }))).toBeDefined()
    expect(row('name').getByRole('textbox')).toBeDefined()
  })

  it('keep the step about the staff open for the next person, until the owner goes on', async () => {
    const ready: Changed = { ...UNTRIED, team: { state: 'look' } }
    fakeApi.answers(listUsers, [])
    fakeApi.answers(getTableAddresses, { publicUrl: 'http://192.168.1.20', isFixed: false, network: [] })
    fakeApi.answers(createUserLink, { link: '/enter#one' })
    const { user, t, row } = await open({ facts: ready, settings: { restaurantName: 'La Conac' } })
    fakeApi.answers(createUser, {
      id: 4,
      username: 'Maria',
      isOwner: false,
      duties: ['floor'],
    } as Partial<ListedUser> as ListedUser)
    fakeApi.answers(getBeforeService, serviceFacts(UNTRIED))
    const team = row('team')
    expect(team.queryByRole('button', { name: t('firstSteps.team.all') })).toBeNull()
    await user.fill(team.getByLabelText(t('customers.name')), 'Maria')
    await user.click(team.getByRole('button', { name: t('common.add') }))
    await dialog(t('users.link.title', { username: 'Maria' }))
    await user.keyboard('{Escape}')
    await user.click(await row('team').findByRole('button', { name: t('firstSteps.team.all') }))
    expect(row('team').queryByLabelText(t('customers.name'))).toBeNull()
  })

  it('are ticked by the real state, in any order, and the first open one shows its ways', async () => {
    const { t, row, done, refetched } = await open({
      facts: { ...EMPTY, tables: {} },
      settings: { restaurantName: 'La Conac', language: 'ro' },
      parts: { sound: soundParts(true) },
    })
    expect(done()).toEqual(['name', 'tables', 'team', 'sound'])
    const languageName = t('catering.languages.ro')
    const line = t('firstSteps.name.done', { name: 'La Conac', language: languageName, currency: 'LEI' })
    expect(row('name').getByText(line)).toBeDefined()
    const tables = `Text of tables ${t('firstSteps.tables.notPrinted')}`
    expect(row('tables').getByText(tables)).toBeDefined()
    const hrefs = row('menu')
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual(['list', 'file', 'hand'].map((way) => `/dashboard?tab=menu&open=${way}`))
    // Another owner adds dishes at the same time, and deletes the tables.
    await refetched({ ...EMPTY, menu: {} })
    await waitFor(() => expect(done()).toEqual(['name', 'menu', 'team', 'sound']))
    expect(row('menu').queryByRole('link', { name: t('firstSteps.menu.list.go') })).toBeNull()
  })

  it('need no tables where only takeaway is sold, which can be changed again', async () => {
    const ready = { facts: { ...EMPTY, menu: {} }, settings: { restaurantName: 'La Conac' } }
    const { user, t, used, row, done, refetched } = await open(ready)
    expect(row('tables').getByRole('link', { name: t('firstSteps.tables.open') })).toBeDefined()
    await user.click(row('tables').getByRole('button', { name: t('firstSteps.tables.none') }))
    expect(used.change).toHaveBeenCalledExactlyOnceWith({ noTables: true })
    await refetched({ ...UNTRIED, tables: { state: 'unused' } })
    await waitFor(() => expect(done()).toEqual(['name', 'menu', 'tables', 'team']))
    expect(row('tables').getByText('Text of tables')).toBeDefined()
    expect(row('tables').queryByRole('link')).toBeNull()
    await user.click(row('tables').getByRole('button', { name: t('firstSteps.change') }))
    expect(used.change).toHaveBeenLastCalledWith({ noTables: false })
  })

  it('by hand name the button that goes on with another dish', async () => {
    const { t, row } = await open({ facts: EMPTY, settings: { restaurantName: 'La Conac' } })
    expect(row('menu').getByText(t('menuEditor.saveAndAdd'), { exact: false }).textContent).toBe(
      t('firstSteps.menu.hand.about'),
    )
  })

  it('have one solid button, in the open step', async () => {
    await open({ facts: EMPTY, settings: { restaurantName: 'La Conac' } })
    const buttons = [...screen.queryAllByRole('button'), ...screen.getAllByRole('link')]
    expect(buttons.filter(({ className }) => /\bbg-accent\b/.test(className))).toHaveLength(1)
  })

  it('put the sample’s dishes into the menu', async () => {
    const { user, t, used } = await open({ facts: EMPTY, settings: { restaurantName: 'La Conac' } })
    await user.click(screen.getByRole('button', { name: t('firstSteps.menu.sample') }))
    expect(used.sample.add).toHaveBeenCalledOnce()
  })

  it('can be put away, and say where they are then', async () => {
    const { user, t, used } = await open({})
    await user.click(screen.getByRole('button', { name: t('firstSteps.putAway') }))
    expect(used.change).toHaveBeenCalledExactlyOnceWith({ firstStepsAway: true })
    expect(await screen.findByText(t('firstSteps.whereAway'))).toBeDefined()
  })

  it('say that all are done, until somebody closes them', async () => {
    const { user, t, used } = await open({
      facts: UNTRIED,
      settings: { restaurantName: 'X' },
      parts: { sound: soundParts(true), hasOrders: true },
    })
    expect(screen.getByRole('heading', { name: t('firstSteps.complete') })).toBeDefined()
    expect(used.change).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: t('firstSteps.close') }))
    expect(used.change).toHaveBeenCalledExactlyOnceWith({ firstStepsAway: true })
  })

  it('send a test order; while it is open they offer to cancel it, also as one line', async () => {
    const ready = { facts: UNTRIED, settings: { restaurantName: 'La Conac' } }
    const { user, t, used, row, rerender } = await open(ready)
    await user.click(row('test').getByRole('button', { name: t('firstSteps.test.open') }))
    expect(used.test.send).toHaveBeenCalledOnce()
    const test = { ...used.test, openId: 7 }
    rerender(<FirstSteps {...used} test={test} hasOrders />)
    expect(row('test').getByText(t('firstSteps.test.onBoard', { id: 7 }))).toBeDefined()
    await user.click(row('test').getByRole('button', { name: t('firstSteps.test.cancel') }))
    rerender(<FirstStepsStrip {...used} test={test} hasOrders onOpen={() => {}} />)
    await user.click(await screen.findByRole('button', { name: t('firstSteps.test.cancel') }))
    expect(used.test.cancel).toHaveBeenCalledTimes(2)
  })

  it('offer to resume orders in place of a test that would be refused', async () => {
    const ready = { facts: UNTRIED, settings: { restaurantName: 'La Conac', ordersPaused: true } }
    const { user, t, used, row } = await open(ready)
    expect(row('test').getByText(t('firstSteps.test.paused'))).toBeDefined()
    await user.click(row('test').getByRole('button', { name: t('kitchen.menu.resume') }))
    expect(used.resuming.resume).toHaveBeenCalledOnce()
  })

  it('say what a test without a dish or a table lacks', async () => {
    const lacking = { send: vi.fn(), isPending: false, lacksParts: true, openId: null, cancel: vi.fn() }
    const { t, row } = await open({ parts: { test: lacking } })
    expect(row('test').getByText(t('firstSteps.test.needs'))).toBeDefined()
  })

  it('offer another attempt if they could not be loaded', async () => {
    fakeApi.refuses(getBeforeService, 500, { message: 'Nu merge' })
    const { user, t } = render(<FirstSteps {...stepParts()} />, { language, settings: { restaurantName: null } })
    expect(await screen.findByText('Nu merge')).toBeDefined()
    fakeApi.answers(getBeforeService, serviceFacts())
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByRole('list', { name: t('firstSteps.title') })).toBeDefined()
  })
})

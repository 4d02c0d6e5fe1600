import { describe, expect, it } from 'vitest'
import { startBackup } from '#shared/contracts/backups.ts'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { changeSettings } from '#shared/contracts/settings.ts'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import { queryClient } from '../../lib/api/query.ts'
import { closeDialog, openedDialog } from '../../lib/dialogs/open-dialog.ts'
import { beforeServiceKey } from '../../lib/settings/change-settings.tsx'
import { fakeApi, SETTINGS, screen, waitFor, within } from '../../testing/render.tsx'
import { serviceFacts } from '../../testing/samples.ts'
import { type Changed, checksIn, device, ORIGIN } from './checks.fixture.tsx'

const PAUSED: Changed = { paused: { state: 'wrong', way: 'resume' } }

describe('before service', () => {
  const { open, titleOf, rowOf, stateOf, button } = checksIn('en')
  const settingsSent = () => fakeApi.callsOf(changeSettings).map(({ body }) => body)
  const heading = () => screen.getByRole('heading', { level: 2 }).textContent
  const found = async (changed: Changed) => {
    fakeApi.answers(getBeforeService, serviceFacts(changed))
    await queryClient.invalidateQueries({ queryKey: beforeServiceKey })
  }

  it('focuses a heading with the number of checks that need attention', async () => {
    const view = await open({ facts: PAUSED })
    const { t } = view
    expect(screen.getAllByRole('listitem')).toHaveLength(29)
    expect(heading()).toBe(`${t('beforeService.title')} ${t('beforeService.toLookAt', { count: 1 })}`)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
    expect(screen.getByRole('link', { name: t('common.toBoard') }).getAttribute('href')).toBe('/dashboard?tab=tables')
  })

  it('lists what needs attention first, red before amber, and folds the rest; what is mended keeps its place', async () => {
    const view = await open({ facts: { ...PAUSED, database: { state: 'look' }, disk: { state: 'unused' } } })
    const { t } = view
    const listed = () =>
      within(screen.getByRole('list', { name: t('beforeService.attention') }))
        .getAllByRole('listitem')
        .map((row) => row.getAttribute('aria-label'))
    const names = ['paused', 'database'].map((name) => titleOf(view, name))
    expect(listed()).toEqual(names)
    expect(screen.getByText(t('beforeService.ready', { count: 26 })).closest('details')).toHaveProperty('open', false)
    expect(screen.getByText(t('beforeService.unused', { count: 1 }), { exact: false })).toBeDefined()
    await found({})
    await waitFor(() => expect(stateOf(view, 'paused')).toBe('ok'))
    expect(listed()).toEqual(names)
  })

  it('says what the server has found, and offers its ways', async () => {
    const view = await open({
      facts: {
        ...{ unpriced: { state: 'wrong', way: 'menu' }, tables: { state: 'look', way: 'tables' } },
        ...{ hours: { way: 'hours' }, registration: { state: 'look', way: 'registration' } },
        ...{ whatsapp: { state: 'wrong', way: 'whatsapp' }, backup: { state: 'wrong', way: 'backup' } },
        ...{ dayEnd: { state: 'look', way: 'dayEnd' }, name: { state: 'look', way: 'name' } },
        reservationsAsked: { state: 'look', way: 'reservations' },
        ...{ fiscal: { state: 'look', way: 'receipts' }, printers: { state: 'wrong', way: 'printers' } },
      },
    })
    const { t, user } = view
    expect(rowOf(view, 'unpriced').textContent).toContain('Text of unpriced')
    const links = ['unpriced', 'tables', 'dayEnd'].map((name) => within(rowOf(view, name)).getByRole('link'))
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      ['tab=menu', 'tab=tables', 'view=day-end'].map((query) => `/dashboard?${query}`),
    )
    await user.click(button(view, 'reservationsAsked', t('beforeService.ways.reservations')))
    expect(location.search).toContain('view=reservations')
    fakeApi.answers(changeSettings, SETTINGS)
    await user.click(button(view, 'tables', t('firstSteps.tables.none')))
    await user.click(button(view, 'registration', t('beforeService.ways.registration')))
    expect(settingsSent()).toEqual([{ noTables: true }, { registration: false }])
    await user.click(button(view, 'hours', t('beforeService.ways.hours')))
    expect(openedDialog('settings')).toBe('hours')
    await user.click(button(view, 'whatsapp', t('whatsapp.openSettings')))
    expect(openedDialog('settings')).toBe('whatsapp')
    await user.click(button(view, 'printers', t('beforeService.ways.printers')))
    expect(openedDialog('settings')).toBe('printers')
    await user.click(button(view, 'fiscal', t('beforeService.ways.receipts')))
    expect(openedDialog('fiscal')).toBe(true)
    closeDialog('fiscal')
    closeDialog('settings')
    fakeApi.answers(startBackup, undefined)
    await user.click(button(view, 'backup', t('backups.make')))
    expect(fakeApi.callsOf(startBackup)).toHaveLength(1)
    await user.click(button(view, 'name', t('firstSteps.name.open')))
    expect(within(rowOf(view, 'name')).getByRole('textbox', { name: t('settings.restaurantName') })).toBeDefined()
    await found({ tables: { state: 'unused', way: 'tables' } })
    await waitFor(() => expect(stateOf(view, 'tables')).toBe('unused'))
    expect(within(rowOf(view, 'tables')).queryByRole('button')).toBeNull()
  })

  it('lists a restored copy before all else, and asks before it is the real one', async () => {
    const restored = { state: 'wrong', way: 'restored' } as const
    const sound = { ...device().sound, isSwitchedOn: false, isOn: false }
    const view = await open({ facts: { ...PAUSED, restored }, device: { sound } })
    const { t, user } = view
    const [first] = within(screen.getByRole('list', { name: t('beforeService.attention') })).getAllByRole('listitem')
    expect(first?.getAttribute('aria-label')).toBe(titleOf(view, 'restored'))
    await user.click(button(view, 'restored', t('beforeService.ways.restored')))
    expect(await screen.findByRole('alertdialog', { name: t('beforeService.restored.title') })).toBeDefined()
  })

  it('leads back to the first steps', async () => {
    const { user, t } = await open()
    fakeApi.answers(changeSettings, SETTINGS)
    await user.click(screen.getByRole('button', { name: t('firstSteps.back') }))
    expect(settingsSent()).toEqual([{ firstStepsAway: false }])
    expect(location.pathname + location.search).toBe('/dashboard?tab=orders')
  })

  it('shows that all is ready, and fetches again on request', async () => {
    const view = await open()
    const { t, user } = view
    expect(heading()).toContain(t('beforeService.allReady'))
    fakeApi.answers(getBeforeService, serviceFacts({ database: { state: 'look' } }))
    const checkAgain = screen.getByRole('button', { name: t('beforeService.checkAgain') })
    await user.click(checkAgain)
    await waitFor(() => expect(stateOf(view, 'database')).toBe('look'))
    expect(document.activeElement).toBe(checkAgain)
    expect(heading()).toContain(t('beforeService.toLookAt', { count: 1 }))
  })

  it('resumes paused orders', async () => {
    const view = await open({ facts: PAUSED })
    const { t, user } = view
    fakeApi.answers(changeSettings, SETTINGS)
    fakeApi.answers(getBeforeService, serviceFacts())
    await user.click(button(view, 'paused', t('kitchen.menu.resume')))
    expect(settingsSent()).toEqual([{ ordersPaused: false }])
    await waitFor(() => expect(stateOf(view, 'paused')).toBe('ok'))
    expect(document.activeElement).toBe(rowOf(view, 'paused'))
  })

  it('shows the code to scan until a phone has come', async () => {
    const view = await open({ facts: { phone: { state: 'unknown', way: 'phone' } } })
    const label = view.t('beforeService.phoneCode', { address: `${ORIGIN}/menu` })
    expect(await within(rowOf(view, 'phone')).findByRole('img', { name: label })).toBeDefined()
    await found({})
    await waitFor(() => expect(within(rowOf(view, 'phone')).queryByRole('img')).toBeNull())
    expect(within(rowOf(view, 'phone')).getByRole('status').textContent).toBe('Text of phone')
  })

  it('shows no code for a localhost address, but offers addresses that phones can reach', async () => {
    const network = ['http://192.168.1.20:3000']
    fakeApi.answers(getTableAddresses, { publicUrl: 'http://localhost:3000', isFixed: false, network })
    const view = await open({ facts: { phone: { state: 'wrong', way: 'phone' } } })
    const row = within(rowOf(view, 'phone'))
    expect(await row.findByLabelText(view.t('settings.publicAddress'))).toHaveProperty('value', network[0])
    expect(row.getAllByRole('button').map((found) => found.textContent)).toEqual([view.t('tables.local.use')])
  })

  it('shows the checks of the device if the server does not respond, and why', async () => {
    const view = await open()
    const { t, user } = view
    fakeApi.refuses(getBeforeService, 503, { message: 'The database is away.' })
    await user.click(screen.getByRole('button', { name: t('beforeService.checkAgain') }))
    await waitFor(() => expect(stateOf(view, 'server')).toBe('wrong'))
    expect(rowOf(view, 'server').textContent).toContain('The database is away.')
    expect(stateOf(view, 'printer')).toBe('ok')
    expect(screen.getAllByRole('listitem')).toHaveLength(5)
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getSummary } from '#shared/contracts/orders.ts'
import { getPrinters } from '#shared/contracts/printers.ts'
import { changeSettings } from '#shared/contracts/settings.ts'
import type { LANGUAGES } from '#shared/domain/language.ts'
import { moneyParts } from '#shared/domain/money.ts'
import { fakeApi, render, SETTINGS, screen, waitFor, within } from '../../testing/render.tsx'

import { DashboardHeader } from './header.tsx'

beforeEach(() => {
  history.replaceState(null, '', '/dashboard')
  fakeApi.answers(getPrinters, [])
  fakeApi.answers(getSummary, {
    totalOrders: 1285,
    totalCustomers: 135,
    averageOrderValue: 17_799,
    vipCustomers: 17,
    open: { pending: 0, preparing: 0, ready: 0, delivered: 0 },
    today: { orders: 1, sales: 1, taken: null },
  })
})

/** @param width of the window, in pixels */
function open(width: number, language: (typeof LANGUAGES)[number]) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= 16 * Number(/\(min-width: ([\d.]+)rem\)/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  const rendered = render(<DashboardHeader />, { language, settings: { restaurantName: 'La Conac' } })
  const press = (name: string) => rendered.user.click(screen.getByRole('button', { name }))
  const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  return { ...rendered, press, items }
}

describe('the header of the dashboard', () => {
  it('has its title, and the buttons for settings and logging out beside the menu', () => {
    const { t } = open(390, 'en')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`La Conac· ${t('dashboard.title')}`)
    for (const name of [t('dashboard.settings'), t('auth.logOut'), t('kitchen.menu.title')])
      expect(screen.getByRole('button', { name })).toBeDefined()
  })

  it('shows the four figures where it has room, each of which leads to the reports', async () => {
    const { unmount } = open(1279, 'en')
    expect(screen.queryByRole('link')).toBeNull()
    unmount()
    const { t, user } = open(1280, 'en')
    const cards = within(screen.getByRole('list', { name: t('dashboard.summary') }))
    await cards.findByText('135')
    expect(cards.getAllByRole('link').map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual([
      `${t('dashboard.totalOrders')} 1 285`,
      `${t('dashboard.totalCustomers')} 135`,
      `${t('dashboard.averageOrderValue')} ${moneyParts(17_799, 'lei').figure} LEI`,
      `${t('dashboard.vipCustomers')} 17`,
    ])
    for (const card of cards.getAllByRole('link')) {
      history.replaceState(null, '', '/dashboard')
      await user.click(card)
      expect(location.search).toBe('?view=reports')
    }
  })

  it('where it is narrow, has the printer and the pause in its menu', async () => {
    fakeApi.answers(changeSettings, { ...SETTINGS, ordersPaused: true })
    const { t, user, press, items } = open(390, 'en')
    await press(t('kitchen.menu.title'))
    const printer = t('printing.printer.title')
    expect(items()).toEqual([t('reports.title'), t('beforeService.title'), printer, t('kitchen.menu.pause')])
    await user.click(screen.getByRole('menuitem', { name: t('kitchen.menu.pause') }))
    expect(screen.getByText(t('kitchen.menu.pauseWhat'))).toBeDefined()
    await user.click(screen.getByRole('menuitem', { name: t('dashboard.pauseFor', { count: 15 }) }))
    await waitFor(() => expect(fakeApi.callsOf(changeSettings)).toMatchObject([{ body: { ordersPaused: true } }]))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await press(t('kitchen.menu.title'))
    await user.click(screen.getByRole('menuitem', { name: printer }))
    expect(await screen.findByRole('dialog', { name: t('printing.printer.title') })).toBeDefined()
  })

  it('where it is wide, has them in sight alone', async () => {
    const { t, press, items } = open(1024, 'en')
    await press(t('kitchen.menu.title'))
    expect(items()).toEqual([t('reports.title'), t('beforeService.title')])
  })
})

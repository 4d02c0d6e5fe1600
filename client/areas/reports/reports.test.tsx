import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getReport, REPORT_DAYS } from '#shared/contracts/reports.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { fakeApi, render, screen, textBelow, waitFor, within } from '../../testing/render.tsx'
import { sampleFigures, samplePart, sampleReport } from './reports.fixture.ts'
import Reports from './reports.tsx'

const WEEK = { from: '2026-11-15', to: '2026-11-21' }
const NO_SALES = sampleFigures({ orders: 0, revenue: 0, averageOrderValue: 0, cancelledOrders: 0, readyOrders: 0 })

/** Fakes only the date; timers use the real clock. */
const atMoment = (now: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
const openAt = (search: string) => history.replaceState(null, '', `/dashboard?${search}`)
const requestedPeriods = () => fakeApi.callsOf(getReport).map(({ query }) => query)
const setWide = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: () => {}, removeEventListener: () => {} }))

beforeEach(() => {
  atMoment('2026-11-21T17:42:00Z')
  openAt('tab=menu&view=reports')
  setWide(true)
  fakeApi.answers(getReport, sampleReport(WEEK))
})

describe.each(LANGUAGES)('reports (%s)', (language) => {
  const open = (settings?: Partial<Settings>) => {
    const view = render(<Reports tabsUrl="/dashboard?tab=menu" />, { language, settings })
    const { user, t } = view
    const openMenu = async (name: string) =>
      user.click(await screen.findByRole('button', { name: t('reports.actions', { name }) }))
    const showTable = async (part: 'days' | 'dishes') => {
      await openMenu(t(`reports.sections.${part}`))
      await user.click(screen.getByRole('menuitem', { name: t('reports.asTable') }))
    }
    return { ...view, openMenu, showTable }
  }
  const section = async (name: string) => within(await screen.findByRole('region', { name }))

  it('start with the last seven days, and link back to the tabs', async () => {
    const { t } = open()
    await screen.findByRole('heading', { name: /21 (Nov|nov) 2026/ })
    expect(requestedPeriods()).toEqual([WEEK])
    expect(screen.getByRole<HTMLInputElement>('radio', { name: t('reports.periods.last7') }).checked).toBe(true)
    expect(screen.getByRole('link', { name: t('common.toBoard') }).getAttribute('href')).toBe('/dashboard?tab=menu')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: t('reports.title') }))
    // The time is in the restaurant's time zone.
    screen.getByText(t('reports.figuresOf', { time: '19:42' }))
    screen.getByText(t('reports.inProgress'))
  })

  it.each([
    // business-day.test.ts has every change of the clocks.
    ['2026-11-21T01:59:59Z', '04:00', '2026-11-20'],
    ['2026-11-21T22:00:00Z', '00:00', '2026-11-22'],
  ])('at %s, with business days that begin at %s, take %s as today', async (moment, businessDayStart, today) => {
    atMoment(moment)
    openAt('view=reports&period=today')
    open({ businessDayStart })
    await waitFor(() => expect(requestedPeriods()).toEqual([{ from: today, to: today }]))
  })

  it('store the chosen period in the URL, and keep its other parameters', async () => {
    openAt('tab=menu&list=options&view=reports')
    const { user, t } = open()
    await user.click(screen.getByRole('radio', { name: t('reports.periods.lastMonth') }))
    await waitFor(() => expect(requestedPeriods().at(-1)).toEqual({ from: '2026-10-01', to: '2026-10-31' }))
    expect(location.search).toBe('?tab=menu&list=options&view=reports&period=lastMonth')
  })

  it('accept custom dates, and show validation errors', async () => {
    const { user, t } = open()
    await screen.findByRole('region', { name: t('reports.sections.days') })
    await user.click(screen.getByRole('radio', { name: t('reports.periods.own') }))
    expect(location.search).toBe('?tab=menu&view=reports&from=2026-11-15&to=2026-11-21')
    const [from, to] = [screen.getByLabelText(t('reports.from')), screen.getByLabelText(t('reports.to'))]
    const show = screen.getByRole('button', { name: t('reports.show') })
    const requestsBefore = requestedPeriods().length
    await user.fill(from, '2026-11-22')
    await user.click(show)
    await waitFor(() => expect(textBelow(to)).toBe(t('validation.reportOrder')))
    expect(document.activeElement).toBe(to)
    await user.fill(from, '')
    await user.click(show)
    await waitFor(() => expect(textBelow(from)).toBe(t('validation.date')))
    await user.fill(from, '2010-01-01')
    await user.click(show)
    await waitFor(() => expect(textBelow(to)).toBe(t('validation.reportDays', { count: REPORT_DAYS })))
    expect(requestedPeriods()).toHaveLength(requestsBefore)
    await user.fill(from, '2026-11-01')
    await user.click(show)
    await waitFor(() => expect(requestedPeriods().at(-1)).toEqual({ from: '2026-11-01', to: '2026-11-21' }))
    expect(location.search).toBe('?tab=menu&view=reports&from=2026-11-01&to=2026-11-21')
  })

  it('request nothing for an invalid period in the URL', async () => {
    openAt('view=reports&from=2026-02-01&to=2026-02-30')
    const { t } = open()
    await waitFor(() => expect(textBelow(screen.getByLabelText(t('reports.to')))).toBe(t('validation.date')))
    expect(requestedPeriods()).toEqual([])
  })

  it('show the periods as a select on a phone', async () => {
    setWide(false)
    const { user, t } = open()
    await user.click(screen.getByRole('combobox', { name: t('reports.period') }))
    await user.click(await screen.findByRole('option', { name: t('reports.periods.yesterday') }))
    await waitFor(() => expect(requestedPeriods().at(-1)).toEqual({ from: '2026-11-20', to: '2026-11-20' }))
  })

  it('lead with what was taken where payments are recorded, and keep the orders’ value beside their number', async () => {
    const part = samplePart(WEEK, {
      figures: sampleFigures({ taken: 1_100_000 }),
      figuresBefore: sampleFigures({ taken: 1_000_000 }),
    })
    fakeApi.answers(getReport, { ...sampleReport(WEEK), parts: [part] })
    const { t } = open({ payments: true })
    const figures = await section(t('reports.sections.figures'))
    const figure = (label: string) =>
      figures.getByText(label, { selector: 'dt' }).parentElement?.textContent?.replaceAll('\u00a0', ' ')
    expect(figure(t('reportHeadings.taken'))).toContain('11 000.00 LEI')
    expect(figure(t('reportHeadings.taken'))).toContain(t('reports.before', { value: '10 000.00 LEI' }))
    expect(figure(t('reportHeadings.orders'))).toContain('12 000.00 LEI')
    expect(figures.queryByText(t('reportHeadings.revenue'), { selector: 'dt' })).toBeNull()
  })

  it('compare each figure with the period before', async () => {
    const { t } = open()
    const figures = await section(t('reports.sections.figures'))
    const figure = (label: string) => figures.getByText(label, { selector: 'dt' }).parentElement?.textContent
    const ro = language === 'ro'
    const [twenty, twentyFive] = ro ? ['cu 20 % mai mult', 'cu 25 % mai mult'] : ['20% more', '25% more']
    expect(figure(t('reportHeadings.revenue'))?.replaceAll('\u00a0', ' ')).toBe(
      `${t('reportHeadings.revenue')}12 000.00 LEI${twenty}${t('reports.before', { value: '10 000.00 LEI' })}`,
    )
    expect(figure(t('reportHeadings.orders'))?.replaceAll('\u00a0', ' ')).toBe(
      `${t('reportHeadings.orders')}100${twentyFive}${t('reports.before', { value: '80' })}`,
    )
    // In the period before none was cancelled, so there is no percentage.
    const cancelled = t('common.orderCount', { count: 3 })
    const none = `${t('common.orderCount', { count: 0 })}, 240.50 LEI`
    expect(figure(t('reportHeadings.cancelledOrders'))).toBe(
      `${t('reportHeadings.cancelledOrders')}${cancelled}240.50 LEI–${t('reports.before', { value: none })}`,
    )
    expect(figure(t('reports.takenOff'))).toContain(`99.00 LEI${t('reports.same')}`)
    expect(figure(t('reports.ready'))?.replaceAll('\u00a0', ' ')).toBe(
      `${t('reports.ready')}12 min${t('reports.nineOfTen', { time: '25 min' })}${ro ? 'cu 20 % mai scurt' : '20% shorter'}${t('reports.before', { value: '15 min' })}`,
    )
  })

  it('list what each user cancelled and took off, as a table with a CSV file', async () => {
    const { t, openMenu } = open()
    const shown = await section(t('reports.sections.users'))
    const rows = shown.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows.slice(1)).toEqual([
      ['mihai', '2 200.00 LEI', '5 99.00 LEI'],
      [t('reportHeadings.noUser'), '1 40.50 LEI', '0 0.00 LEI'],
    ])
    await openMenu(t('reports.sections.users'))
    const [file, ...others] = screen.getAllByRole('menuitem')
    expect([file?.getAttribute('href'), others]).toEqual([expect.stringContaining('part=users'), []])
  })

  it('offer a table and a CSV file for each chart', async () => {
    const { user, t, openMenu } = open()
    for (const part of ['days', 'dishes', 'hours', 'dining', 'tables', 'ready'] as const) {
      const name = t(`reports.sections.${part}`)
      const shown = await section(name)
      expect(shown.getAllByRole('img').every((image) => image.getAttribute('aria-label'))).toBe(true)
      await openMenu(name)
      const file = screen.getByRole('menuitem', { name: t('reports.csv') })
      expect(file.getAttribute('href')).toBe(
        `/api/reports?from=2026-11-15&to=2026-11-21&as=csv&part=${part}&lang=${language}`,
      )
      expect(file.hasAttribute('download')).toBe(true)
      await user.click(screen.getByRole('menuitem', { name: t('reports.asTable') }))
      const table = shown.getByRole('table', { name })
      expect(within(table).getAllByRole('row').length).toBeGreaterThan(1)
      expect(shown.queryByRole('img')).toBeNull()
      await openMenu(name)
      await user.click(screen.getByRole('menuitem', { name: t('reports.asChart') }))
      expect(shown.queryByRole('table')).toBeNull()
    }
    const figures = screen.getByRole('link', { name: `${t('reports.csv')} ${t('reports.sections.figures')}` })
    expect(figures.getAttribute('href')).toContain('part=figures')
  })

  it('mark days without orders', async () => {
    const part = samplePart(WEEK)
    const days = part.days.map((day, i) => (i === 2 ? { ...day, orders: 0, revenue: 0 } : day))
    fakeApi.answers(getReport, sampleReport(WEEK, [{ ...part, days }]))
    const { t, showTable } = open()
    const shown = await section(t('reports.sections.days'))
    shown.getByText(t('reports.daysWithout', { count: 1 }))
    await showTable('days')
    const [, , , third] = shown.getAllByRole('row')
    const day = language === 'ro' ? '17 nov 2026' : '17 Nov 2026'
    expect(third?.textContent).toBe(`${day}${t('reports.legend.none')}0.00 LEI121\u00a0020.00 LEI`)
  })

  it('show ten years by month, with a note', async () => {
    const years = { from: '2016-11-22', to: '2026-11-21' }
    openAt(`view=reports&from=${years.from}&to=${years.to}`)
    fakeApi.answers(getReport, sampleReport(years))
    const { t, showTable } = open()
    const shown = await section(t('reports.sections.days'))
    shown.getByText(t('reports.groups.month'))
    await showTable('days')
    // The header, and a row for each month from November 2016 to November 2026.
    expect(shown.getAllByRole('row')).toHaveLength(1 + 121)
  })

  it('name dishes in the reader’s language, whatever the restaurant’s is', async () => {
    const { t, showTable } = open({ language: language === 'ro' ? 'en' : 'ro' })
    const name = language === 'ro' ? 'Ciorbă' : 'Sour soup'
    const shown = await section(t('reports.sections.dishes'))
    shown.getByRole('img', { name: t('reports.says.dishes', { name, count: 40 }) })
    await showTable('dishes')
    expect(shown.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([name, 'Pie'])
  })

  it.each([true, false])(
    'have a cell for each hour of the week, from the start of the business day (wide screen: %s)',
    async (wide) => {
      setWide(wide)
      const { t } = open({ businessDayStart: '06:30' })
      const shown = await section(t('reports.sections.hours'))
      const cells = [...document.querySelectorAll('[title*=" · "]')]
      // From 12:00 to 02:00 there are orders; hours outside have no cell.
      expect(cells).toHaveLength(7 * 14)
      const friday = language === 'ro' ? 'vineri' : 'Friday'
      const cellTitle = (hours: string, count: number, money: string) =>
        `${friday}, ${hours} · ${t('common.orderCount', { count })} · ${money}`
      const titles = cells.map((cell) => cell.getAttribute('title'))
      expect(titles).toContain(cellTitle('19:00–20:00', 42, '5\u00a0000.00 LEI'))
      expect(titles).toContain(cellTitle('01:00–02:00', 3, '300.00 LEI'))
      expect(titles).toContain(cellTitle('23:00–00:00', 0, '0.00 LEI'))
      expect(titles[0]).toMatch(/12:00–13:00/)
      expect(titles.at(-1)).toMatch(/01:00–02:00/)
      const cell = document.querySelector(`[title^="${friday}, 19:00"]`)
      expect(cell?.textContent).toBe('42')
      shown.getByRole('img', {
        name: t('reports.says.hours', {
          weekday: friday,
          hour: '19:00–20:00',
          value: t('common.orderCount', { count: 42 }),
        }),
      })
    },
  )

  it('show currencies separately', async () => {
    const eur = samplePart(WEEK, { currency: 'eur', figures: sampleFigures({ revenue: 4200 }) })
    fakeApi.answers(getReport, sampleReport(WEEK, [samplePart(WEEK), eur]))
    const { t } = open()
    const inLei = await section(t('reports.inCurrency', { currency: 'LEI' }))
    const inEur = await section(t('reports.inCurrency', { currency: 'EUR' }))
    inLei.getByText('12 000.00 LEI')
    inEur.getByText('€42.00')
    expect(inEur.queryByText(/LEI/)).toBeNull()
    screen.getByText(t('reports.neverAdded'))
  })

  it('show a message if nothing was sold, and offer a longer period', async () => {
    fakeApi.answers(getReport, sampleReport(WEEK, [samplePart(WEEK, { figures: NO_SALES })]))
    const { user, t } = open()
    await screen.findByText(t('reports.empty'))
    expect(screen.queryByRole('region', { name: t('reports.sections.days') })).toBeNull()
    const offer = (period: 'last30' | 'thisYear') =>
      screen.getByRole('button', { name: t('reports.showPeriod', { period: t(`reports.periods.${period}`) }) })
    await user.click(offer('last30'))
    await waitFor(() => expect(requestedPeriods().at(-1)).toEqual({ from: '2026-10-23', to: '2026-11-21' }))
    offer('thisYear')
  })

  it('show cancelled orders even if nothing was sold', async () => {
    const part = samplePart(WEEK, {
      figures: { ...NO_SALES, cancelledOrders: 2, readyMedian: null, readySlow: null },
      dishes: [],
      hours: [],
      dining: [],
      tables: [],
      ready: [],
    })
    fakeApi.answers(getReport, sampleReport(WEEK, [part]))
    const { t, openMenu } = open()
    const figures = await section(t('reports.sections.figures'))
    figures.getByText(t('common.orderCount', { count: 2 }))
    const ready = await section(t('reports.sections.ready'))
    ready.getByText(t('reports.noReady'))
    // There is no chart to show as a table.
    await openMenu(t('reports.sections.ready'))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([t('reports.csv')])
  })

  it('show an error, with a button to retry', async () => {
    fakeApi.refusesOnce(getReport, 500, {}, sampleReport(WEEK))
    const { user, t } = open()
    const failed = within(await screen.findByRole('alert'))
    failed.getByText(t('errors.internal'))
    await user.click(failed.getByRole('button', { name: t('common.tryAgain') }))
    await section(t('reports.sections.days'))
  })

  it('show the figures of the last period dimmed while those of another load', async () => {
    const { user, t } = open()
    await section(t('reports.sections.days'))
    const month = { from: '2026-10-23', to: '2026-11-21' }
    const release = fakeApi.holds(getReport, sampleReport(month))
    await user.click(screen.getByRole('radio', { name: t('reports.periods.last30') }))
    await screen.findByText(t('reports.loading'))
    expect(screen.getByRole('region', { name: t('reports.sections.days') }).closest('[aria-busy=true]')).not.toBeNull()
    // The link is for the period that is shown.
    const file = () => screen.getByRole('link', { name: `${t('reports.csv')} ${t('reports.sections.figures')}` })
    expect(file().getAttribute('href')).toContain('from=2026-11-15')
    release()
    await waitFor(() => expect(file().getAttribute('href')).toContain('from=2026-10-23'))
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
  })

  it('are refreshed only on request, and stay on the page if that fails', async () => {
    const { user, t } = open()
    const refresh = async () => user.click(await screen.findByRole('button', { name: t('reports.refresh') }))
    await section(t('reports.sections.days'))
    expect(requestedPeriods()).toHaveLength(1)
    atMoment('2026-11-21T17:50:00Z')
    await refresh()
    await screen.findByText(t('reports.figuresOf', { time: '19:50' }))
    fakeApi.refuses(getReport, 503, {})
    await refresh()
    await screen.findByText(`${t('reports.refreshFailed')} ${t('reports.busy')}`)
    await section(t('reports.sections.days'))
    screen.getByText(t('reports.figuresOf', { time: '19:50' }))
  })
})

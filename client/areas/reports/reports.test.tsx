import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getReport, REPORT_DAYS, type Report, type ReportFigures, type ReportPart } from '#shared/contracts/reports.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { fakeApi, render, screen, textBelow, waitFor, within } from '../../testing/render.tsx'
import { daysOf, type Period, type Preset } from './period-picker.tsx'
import Reports from './reports.tsx'

/** Figures for tests; each test passes only the fields that matter to it. */
const sampleFigures = (fields: Partial<ReportFigures> = {}): ReportFigures => ({
  orders: 100,
  revenue: 1_200_000,
  taken: null,
  averageOrderValue: 12_000,
  cancelledOrders: 3,
  cancelledAmount: 24_050,
  takenOffQuantity: 5,
  takenOffAmount: 9_900,
  readyOrders: 90,
  readyMedian: 720,
  readySlow: 1_500,
  ...fields,
})

/** The part of a report in one currency, with orders on each day. */
function samplePart({ from, to }: Period, fields: Partial<ReportPart> = {}): ReportPart {
  const days = (first: string) =>
    Array.from({ length: daysOf({ from, to }) }, (_, i) => ({
      day: addDays(first, i),
      orders: 10 + i,
      revenue: 100_000 + i * 1000,
    }))
  return {
    currency: 'lei',
    figures: sampleFigures(),
    figuresBefore: sampleFigures({ orders: 80, revenue: 1_000_000, cancelledOrders: 0, readyMedian: 900 }),
    days: days(from),
    daysBefore: days(addDays(from, -daysOf({ from, to }))),
    dishes: [
      {
        name: 'Sour soup',
        nameRo: 'Ciorbă',
        quantity: 40,
        revenue: 114_000,
        quantityBefore: 30,
        revenueBefore: 85_500,
        partQuantity: 35,
        partRevenue: 0,
      },
      {
        name: 'Pie',
        nameRo: '',
        quantity: 12,
        revenue: 24_000,
        quantityBefore: 0,
        revenueBefore: 0,
        partQuantity: 0,
        partRevenue: 0,
      },
    ],
    options: [
      { group: 'Size', groupRo: 'Mărime', name: 'Large', nameRo: 'Mare', quantity: 9, revenue: 8_100 },
      { group: '', groupRo: '', name: 'Deposit', nameRo: 'Garanție', quantity: 4, revenue: 200 },
    ],
    reductions: [{ name: 'Happy hour', nameRo: 'Ora fericită', count: 12, amount: 5040 }],
    hours: [
      { weekday: 5, hour: 19, orders: 42, revenue: 500_000 },
      { weekday: 5, hour: 1, orders: 3, revenue: 30_000 },
      { weekday: 1, hour: 12, orders: 8, revenue: 90_000 },
    ],
    dining: [
      { diningOption: 'dine-in', orders: 70, revenue: 900_000, ordersBefore: 60, revenueBefore: 800_000 },
      { diningOption: 'takeaway', orders: 30, revenue: 300_000, ordersBefore: 20, revenueBefore: 200_000 },
    ],
    tables: [
      { tableNumber: 4, orders: 50, revenue: 700_000, ordersBefore: 40, revenueBefore: 600_000 },
      { tableNumber: null, orders: 20, revenue: 200_000, ordersBefore: 20, revenueBefore: 200_000 },
    ],
    users: [
      { username: 'mihai', cancelledOrders: 2, cancelledAmount: 20_000, takenOffQuantity: 5, takenOffAmount: 9_900 },
      { username: null, cancelledOrders: 1, cancelledAmount: 4_050, takenOffQuantity: 0, takenOffAmount: 0 },
    ],
    ready: [
      { minutes: 0, orders: 10, ordersBefore: 5 },
      { minutes: 10, orders: 60, ordersBefore: 40 },
      { minutes: 20, orders: 20, ordersBefore: 20 },
    ],
    ...fields,
  }
}

/** A report for tests, with the period before of the same length. */
function sampleReport(period: Period, parts: ReportPart[] = [samplePart(period)]): Report {
  const periodBefore = { beforeFrom: addDays(period.from, -daysOf(period)), beforeTo: addDays(period.from, -1) }
  return { ...period, ...periodBefore, beforeUntil: '2026-11-14T17:42:00.000Z', parts }
}

const WEEK = { from: '2026-11-15', to: '2026-11-21' }
const NO_SALES = sampleFigures({ orders: 0, revenue: 0, averageOrderValue: 0, cancelledOrders: 0, readyOrders: 0 })

/** Fakes only the date; timers use the real clock. */
const atMoment = (now: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
const openAt = (search: string) => history.replaceState(null, '', `/dashboard?${search}`)
const requestedPeriods = () => fakeApi.callsOf(getReport).map(({ query }) => query)

beforeEach(() => {
  atMoment('2026-11-21T17:42:00Z')
  openAt('tab=menu&view=reports')
  fakeApi.answers(getReport, sampleReport(WEEK))
})

describe.each(LANGUAGES)('reports (%s)', (language) => {
  const open = (settings?: Partial<Settings>) => {
    const view = render(<Reports tabsUrl="/dashboard?tab=menu" />, { language, settings })
    const { user, t } = view
    const choose = async (period: Preset | 'own') => {
      await user.click(screen.getByRole('combobox', { name: t('reports.period') }))
      await user.click(await screen.findByRole('option', { name: t(`reports.periods.${period}`) }))
    }
    return { ...view, choose }
  }
  const section = async (name: string) => within(await screen.findByRole('region', { name }))

  it('start with the last seven days, and link back to the tabs', async () => {
    const { t } = open()
    await screen.findByRole('heading', { name: /21 (Nov|nov) 2026/ })
    expect(requestedPeriods()).toEqual([WEEK])
    expect(screen.getByRole('combobox', { name: t('reports.period') }).textContent).toBe(t('reports.periods.last7'))
    expect(screen.getByRole('link', { name: t('common.toBoard') }).getAttribute('href')).toBe('/dashboard?tab=menu')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: t('reports.title') }))
    // The time is in the restaurant's time zone.
    screen.getByText(t('reports.figuresOf', { time: '19:42' }))
    const before = language === 'ro' ? '8 nov – 14 nov 2026' : '8 Nov – 14 Nov 2026'
    screen.getByText(t('reports.besideUntil', { period: before, time: '19:42' }))
  })

  it('name the period before without an hour if the period is over', async () => {
    fakeApi.answers(getReport, { ...sampleReport(WEEK), beforeUntil: null })
    const { t } = open()
    const before = language === 'ro' ? '8 nov – 14 nov 2026' : '8 Nov – 14 Nov 2026'
    await screen.findByText(t('reports.beside', { period: before }))
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
    const { choose } = open()
    await choose('lastMonth')
    await waitFor(() => expect(requestedPeriods().at(-1)).toEqual({ from: '2026-10-01', to: '2026-10-31' }))
    expect(location.search).toBe('?tab=menu&list=options&view=reports&period=lastMonth')
  })

  it('accept custom dates, and show validation errors', async () => {
    const { user, t, choose } = open()
    await screen.findByRole('region', { name: t('reports.sections.days') })
    await choose('own')
    await waitFor(() => expect(location.search).toBe('?tab=menu&view=reports&from=2026-11-15&to=2026-11-21'))
    const [from, to] = [screen.getByLabelText(t('reports.from')), screen.getByLabelText(t('reports.to'))]
    const requestsBefore = requestedPeriods().length
    await user.fill(from, '2026-11-22')
    expect(textBelow(to)).toBe(t('validation.reportOrder'))
    await user.fill(from, '')
    expect(textBelow(from)).toBe(t('validation.date'))
    await user.fill(from, '2010-01-01')
    expect(textBelow(to)).toBe(t('validation.reportDays', { count: REPORT_DAYS }))
    expect(requestedPeriods()).toHaveLength(requestsBefore)
    await user.fill(from, '2026-11-01')
    await waitFor(() => expect(requestedPeriods().at(-1)).toEqual({ from: '2026-11-01', to: '2026-11-21' }))
    expect(location.search).toBe('?tab=menu&view=reports&from=2026-11-01&to=2026-11-21')
  })

  it('request nothing for an invalid period in the URL', async () => {
    openAt('view=reports&from=2026-02-01&to=2026-02-30')
    const { t } = open()
    await waitFor(() => expect(textBelow(screen.getByLabelText(t('reports.to')))).toBe(t('validation.date')))
    expect(requestedPeriods()).toEqual([])
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
    const [twenty, twentyFive] = ro ? ['cu 20% mai mult', 'cu 25% mai mult'] : ['20% more', '25% more']
    expect(figure(t('reportHeadings.revenue'))?.replaceAll('\u00a0', ' ')).toBe(
      `${t('reportHeadings.revenue')}12 000.00 LEI${twenty}${t('reports.before', { value: '10 000.00 LEI' })}`,
    )
    expect(figure(t('reportHeadings.orders'))?.replaceAll('\u00a0', ' ')).toBe(
      `${t('reportHeadings.orders')}100${twentyFive}${t('reports.before', { value: '80' })}`,
    )
    // In the period before none was cancelled, so there is no percentage.
    const cancelled = t('common.orderCount', { count: 3 })
    const none = `${t('common.orderCount', { count: 0 })}, 240.50 LEI`
    expect(figure(t('reportHeadings.cancelledOrders'))?.replaceAll('\u00a0', ' ')).toBe(
      `${t('reportHeadings.cancelledOrders')}${cancelled}240.50 LEI–${t('reports.before', { value: none })}`,
    )
    expect(figure(t('reports.takenOff'))?.replaceAll('\u00a0', ' ')).toContain(`99.00 LEI${t('reports.same')}`)
    expect(figure(t('reports.ready'))?.replaceAll('\u00a0', ' ')).toBe(
      `${t('reports.ready')}12 min${t('reports.nineOfTen', { time: '25 min' })}${ro ? 'cu 20% mai puțin' : '20% less'}${t('reports.before', { value: '15 min' })}`,
    )
  })

  it('list what each user cancelled and took off, as a table with a CSV file', async () => {
    const { t } = open()
    const shown = await section(t('reports.sections.users'))
    const rows = shown.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows.slice(1)).toEqual([
      ['mihai', '2 200.00 LEI', '5 99.00 LEI'],
      [t('reportHeadings.noUser'), '1 40.50 LEI', '0 0.00 LEI'],
    ])
  })

  it('list what each price rule took off', async () => {
    const { t } = open()
    const shown = await section(t('reports.sections.reductions'))
    const [, row] = shown.getAllByRole('row')
    const rule = language === 'ro' ? 'Ora fericită' : 'Happy hour'
    expect([...(row?.children ?? [])].map(({ textContent }) => textContent)).toEqual([rule, '12', '50.40 LEI'])
  })

  it('are tables, each with a CSV file', async () => {
    const { t } = open()
    for (const part of [
      'days',
      'dishes',
      'options',
      'reductions',
      'hours',
      'dining',
      'tables',
      'ready',
      'users',
    ] as const) {
      const name = t(`reports.sections.${part}`)
      const shown = await section(name)
      expect(shown.getByRole('table', { name })).toBeDefined()
      const file = shown.getByRole('link', { name: `${t('reports.csv')} ${name}` })
      expect(file.getAttribute('href')).toBe(
        `/api/reports?from=2026-11-15&to=2026-11-21&as=csv&part=${part}&lang=${language}`,
      )
      expect(file.hasAttribute('download')).toBe(true)
    }
    const figures = screen.getByRole('link', { name: `${t('reports.csv')} ${t('reports.sections.figures')}` })
    expect(figures.getAttribute('href')).toContain('part=figures')
  })

  const rowsOf = async (name: string) =>
    (await section(name))
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')))

  it('have a row for each day, also one without orders, beside the period before', async () => {
    const part = samplePart(WEEK)
    const days = part.days.map((day, i) => (i === 2 ? { ...day, orders: 0, revenue: 0 } : day))
    fakeApi.answers(getReport, sampleReport(WEEK, [{ ...part, days }]))
    const { t } = open()
    const rows = await rowsOf(t('reports.sections.days'))
    const was = (value: string) => t('reports.before', { value })
    expect(rows).toHaveLength(1 + 7)
    expect(rows[3]).toEqual([
      language === 'ro' ? 'mar, 17 nov 2026' : 'Tue, 17 Nov 2026',
      `0.00 LEI${was('1 020.00 LEI')}`,
      `0${was('12')}`,
    ])
    // As wide as its share of the highest value, which is that of the last day.
    const [, , , third, , , , last] = (await section(t('reports.sections.days'))).getAllByRole('row')
    const widths = (row?: HTMLElement) =>
      [...(row?.querySelectorAll('div div') ?? [])].map((bar) => bar.getAttribute('style'))
    expect([widths(third)[0], widths(last)[0]]).toEqual(['width: 0%;', 'width: 100%;'])
  })

  it('show ten years by month', async () => {
    const years = { from: '2016-11-22', to: '2026-11-21' }
    openAt(`view=reports&from=${years.from}&to=${years.to}`)
    fakeApi.answers(getReport, sampleReport(years))
    const { t } = open()
    // The header, and a row for each month from November 2016 to November 2026.
    expect(await rowsOf(t('reports.sections.days'))).toHaveLength(1 + 121)
  })

  it('name dishes in the reader’s language, whatever the restaurant’s is, and leave out parts of menus', async () => {
    const { user, t } = open({ language: language === 'ro' ? 'en' : 'ro' })
    const soup = language === 'ro' ? 'Ciorbă' : 'Sour soup'
    const names = async () => (await rowsOf(t('reports.sections.dishes'))).slice(1).map(([name]) => name)
    expect(await names()).toEqual([soup, 'Pie'])
    await user.click(screen.getByRole('switch', { name: t('reports.leaveOutParts') }))
    expect(await names()).toEqual(['Pie', soup])
  })

  it('have a cell for each hour of the week, from the start of the business day', async () => {
    const { t } = open({ businessDayStart: '06:30' })
    const rows = (await rowsOf(t('reports.sections.hours'))).slice(1)
    // From 12:00 to 02:00 there are orders; hours outside have no row.
    expect([rows[0], rows[7], rows.at(-1)]).toEqual([
      ['12', '8', '', '', '', '', '', ''],
      ['19', '', '', '', '', '42', '', ''],
      ['01', '', '', '', '', '3', '', ''],
    ])
    expect(rows).toHaveLength(14)
  })

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
    const name = t('reports.showThisYear')
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(requestedPeriods().at(-1)).toEqual({ from: '2026-01-01', to: '2026-11-21' }))
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
    const { t } = open()
    const figures = await section(t('reports.sections.figures'))
    figures.getByText(t('common.orderCount', { count: 2 }))
    const ready = await section(t('reports.sections.ready'))
    ready.getByText(t('reports.noReady'))
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
    const { t, choose } = open()
    await section(t('reports.sections.days'))
    const month = { from: '2026-10-23', to: '2026-11-21' }
    const release = fakeApi.holds(getReport, sampleReport(month))
    await choose('last30')
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
    await screen.findByText(`${t('reports.refreshFailed')} ${t('errors.internal')}`)
    await section(t('reports.sections.days'))
    screen.getByText(t('reports.figuresOf', { time: '19:50' }))
  })
})

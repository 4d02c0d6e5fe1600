import { csvText } from '#server/platform/csv.ts'
import { translator } from '#server/platform/language.ts'
import type { Report, ReportFigures, ReportFile, ReportPart } from '#shared/contracts/reports.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { plainFigure } from '#shared/domain/money.ts'
import type { reportHeadingWords } from '#shared/i18n/en/owner/reports.ts'

type Heading = Exclude<keyof typeof reportHeadingWords, 'figures'>

type Columns<Row> = [heading: Heading, cell: (row: Row) => string | number][]

interface Table {
  headings: Heading[]
  rows: string[][]
}

/** Romanian spreadsheets expect semicolons and decimal commas (docs/product/reports.md#reports-files). */
export function reportFile({ parts }: Report, file: ReportFile, language: Language): string {
  const t = translator(language)
  const tables = parts.map((part) => ({ currency: part.currency, ...tableOf(file, part, language) }))
  const headings = (['currency', ...(tables[0]?.headings ?? [])] as const).map((heading) =>
    t(`reportHeadings.${heading}`),
  )
  const rows = tables.flatMap(({ currency, rows }) => rows.map((cells) => [currency, ...cells]))
  return csvText([headings, ...rows], language === 'ro' ? ';' : ',')
}

function tableOf(file: ReportFile, part: ReportPart, language: Language): Table {
  const t = translator(language)
  const amount = (minor: number) => {
    const figure = plainFigure(minor)
    return language === 'ro' ? figure.replace('.', ',') : figure
  }
  type Sold = { orders: number; revenue: number }
  const sold: Columns<Sold> = [
    ['orders', ({ orders }) => orders],
    ['revenue', ({ revenue }) => amount(revenue)],
  ]
  const compared: Columns<Sold & { ordersBefore: number; revenueBefore: number }> = [
    ...sold,
    ['ordersBefore', ({ ordersBefore }) => ordersBefore],
    ['revenueBefore', ({ revenueBefore }) => amount(revenueBefore)],
  ]
  switch (file) {
    case 'days': {
      const days = part.days.map((day, i) => {
        const { day: dayBefore = '', orders: ordersBefore = 0, revenue: revenueBefore = 0 } = part.daysBefore[i] ?? {}
        return { ...day, dayBefore, ordersBefore, revenueBefore }
      })
      return tableFrom(days, [
        ['day', ({ day }) => day],
        ...sold,
        ['dayBefore', ({ dayBefore }) => dayBefore],
        ...compared.slice(sold.length),
      ])
    }
    case 'dishes':
      return tableFrom(part.dishes, [
        ['dish', (dish) => nameIn(language, dish)],
        ['quantity', ({ quantity }) => quantity],
        ['revenue', ({ revenue }) => amount(revenue)],
        ['quantityBefore', ({ quantityBefore }) => quantityBefore],
        ['revenueBefore', ({ revenueBefore }) => amount(revenueBefore)],
        ['partQuantity', ({ partQuantity }) => partQuantity],
        ['partRevenue', ({ partRevenue }) => amount(partRevenue)],
      ])
    case 'options':
      return tableFrom(part.options, [
        ['group', ({ group, groupRo }) => nameIn(language, { name: group, nameRo: groupRo })],
        ['option', (option) => nameIn(language, option)],
        ['quantity', ({ quantity }) => quantity],
        ['revenue', ({ revenue }) => amount(revenue)],
      ])
    case 'hours':
      return tableFrom(part.hours, [
        ['weekday', ({ weekday }) => weekdayName(weekday, language)],
        ['hour', ({ hour }) => hour],
        ...sold,
      ])
    case 'dining':
      return tableFrom(part.dining, [
        ['dining', ({ diningOption }) => t(diningOption === 'takeaway' ? 'orders.takeaway' : 'orders.dineIn')],
        ...compared,
      ])
    case 'tables':
      return tableFrom(part.tables, [['table', ({ tableNumber }) => tableNumber ?? t('common.noTable')], ...compared])
    case 'ready': {
      const rows = part.ready.map((row, i) => ({ ...row, next: part.ready[i + 1]?.minutes ?? '' }))
      return tableFrom(rows, [
        ['fromMinute', ({ minutes }) => minutes],
        ['toMinute', ({ next }) => next],
        ['orders', ({ orders }) => orders],
        ['ordersBefore', ({ ordersBefore }) => ordersBefore],
      ])
    }
    case 'users':
      return tableFrom(part.users, [
        ['user', ({ username }) => username ?? t('reportHeadings.noUser')],
        ['cancelledOrders', ({ cancelledOrders }) => cancelledOrders],
        ['cancelledAmount', ({ cancelledAmount }) => amount(cancelledAmount)],
        ['takenOffQuantity', ({ takenOffQuantity }) => takenOffQuantity],
        ['takenOffAmount', ({ takenOffAmount }) => amount(takenOffAmount)],
      ])
    case 'figures': {
      const cellOf = (figures: ReportFigures, figure: keyof ReportFigures) => {
        const value = figures[figure]
        if (value === null) return ''
        return AMOUNTS.has(figure) ? amount(value) : value
      }
      const names = Object.keys(part.figures) as (keyof ReportFigures)[]
      const shown = names.filter((figure) => figure !== 'taken' || part.figures.taken !== null)
      return tableFrom(shown, [
        ['figure', (figure) => t(`reportHeadings.figures.${figure}`)],
        ['value', (figure) => cellOf(part.figures, figure)],
        ['valueBefore', (figure) => cellOf(part.figuresBefore, figure)],
      ])
    }
  }
}

const AMOUNTS: ReadonlySet<keyof ReportFigures> = new Set([
  'revenue',
  'taken',
  'averageOrderValue',
  'cancelledAmount',
  'takenOffAmount',
])

function tableFrom<Row>(rows: readonly Row[], columns: Columns<Row>): Table {
  return {
    headings: columns.map(([heading]) => heading),
    rows: rows.map((row) => columns.map(([, cell]) => String(cell(row)))),
  }
}

/** Formats a day of the week. @param weekday 1 is Monday */
function weekdayName(weekday: number, language: Language): string {
  // 1 January 2024 was a Monday.
  const day = new Date(Date.UTC(2024, 0, weekday))
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(day)
}

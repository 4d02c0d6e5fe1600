import { csvText } from '#server/platform/csv.ts'
import type { Report, ReportFigures, ReportFile, ReportPart } from '#shared/contracts/reports.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { plainFigure } from '#shared/domain/money.ts'
import { translator } from '#shared/i18n/words/index.ts'
import type { reportHeadingWords } from '#shared/i18n/words/owner/reports.ts'

type Heading = keyof typeof reportHeadingWords

/** A field that has a heading of its name, or a heading with the cell's value. */
type Column<Row> = (Heading & keyof Row) | [heading: Heading, value: (row: Row) => unknown]

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

const COMPARED = ['orders', 'revenue', 'ordersBefore', 'revenueBefore'] as const

function tableOf(file: ReportFile, part: ReportPart, language: Language): Table {
  const t = translator(language)

  function cellOf(field: string, value: unknown): string {
    if (value === null) return ''
    if (typeof value !== 'number' || !AMOUNTS.has(field)) return String(value)
    const figure = plainFigure(value)
    return language === 'ro' ? figure.replace('.', ',') : figure
  }

  function tableFrom<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Table {
    const textOf = (row: Row, column: Column<Row>) =>
      Array.isArray(column) ? String(column[1](row)) : cellOf(String(column), row[column as keyof Row])
    return {
      headings: columns.map((column) => (Array.isArray(column) ? column[0] : (column as Heading))),
      rows: rows.map((row) => columns.map((column) => textOf(row, column))),
    }
  }

  switch (file) {
    case 'days': {
      const days = part.days.map((day, i) => {
        const { day: dayBefore = '', orders: ordersBefore = 0, revenue: revenueBefore = 0 } = part.daysBefore[i] ?? {}
        return { ...day, dayBefore, ordersBefore, revenueBefore }
      })
      return tableFrom(days, ['day', 'orders', 'revenue', 'dayBefore', 'ordersBefore', 'revenueBefore'])
    }
    case 'dishes':
      return tableFrom(part.dishes, [
        ['dish', (dish) => nameIn(language, dish)],
        ...(['quantity', 'revenue', 'quantityBefore', 'revenueBefore', 'partQuantity', 'partRevenue'] as const),
      ])
    case 'options':
      return tableFrom(part.options, [
        ['group', ({ group, groupRo }) => nameIn(language, { name: group, nameRo: groupRo })],
        ['option', (option) => nameIn(language, option)],
        ...(['quantity', 'revenue'] as const),
      ])
    case 'reductions':
      return tableFrom(part.reductions, [
        ['rule', (rule) => nameIn(language, rule)],
        ['quantity', ({ count }) => count],
        ['reduction', ({ amount }) => cellOf('revenue', amount)],
      ])
    case 'hours':
      return tableFrom(part.hours, [
        ['weekday', ({ weekday }) => weekdayName(weekday, language)],
        ...(['hour', 'orders', 'revenue'] as const),
      ])
    case 'dining':
      return tableFrom(part.dining, [
        ['dining', ({ diningOption }) => t(diningOption === 'takeaway' ? 'orders.takeaway' : 'orders.dineIn')],
        ...COMPARED,
      ])
    case 'tables':
      return tableFrom(part.tables, [['table', ({ tableNumber }) => tableNumber ?? t('common.noTable')], ...COMPARED])
    case 'ready': {
      const endOf = (i: number) => part.ready[i + 1]?.minutes ?? ''
      const rows = part.ready.map((row, i) => ({ ...row, fromMinute: row.minutes, toMinute: endOf(i) }))
      return tableFrom(rows, ['fromMinute', 'toMinute', 'orders', 'ordersBefore'])
    }
    case 'users':
      return tableFrom(part.users, [
        ['user', ({ username }) => username ?? t('reportHeadings.noUser')],
        ...(['cancelledOrders', 'cancelledAmount', 'takenOffQuantity', 'takenOffAmount'] as const),
      ])
    case 'figures': {
      const names = Object.keys(part.figures) as (keyof ReportFigures)[]
      const shown = names.filter((figure) => figure !== 'taken' || part.figures.taken !== null)
      return tableFrom(shown, [
        ['figure', (figure) => t(`reportHeadings.${figure}`)],
        ['value', (figure) => cellOf(figure, part.figures[figure])],
        ['valueBefore', (figure) => cellOf(figure, part.figuresBefore[figure])],
      ])
    }
  }
}

const AMOUNTS: ReadonlySet<string> = new Set([
  ...['revenue', 'revenueBefore', 'partRevenue', 'taken', 'averageOrderValue', 'cancelledAmount', 'takenOffAmount'],
])

/** Formats a day of the week. @param weekday 1 is Monday */
function weekdayName(weekday: number, language: Language): string {
  // 1 January 2024 was a Monday.
  const day = new Date(Date.UTC(2024, 0, weekday))
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(day)
}

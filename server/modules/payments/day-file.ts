import { csvText } from '#server/platform/csv.ts'
import { DICTIONARIES, translator } from '#server/platform/language.ts'
import type { Day } from '#shared/contracts/days.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { plainFigure } from '#shared/domain/money.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import type { dayFileWords } from '#shared/i18n/en/owner/payments.ts'

type Part = keyof typeof dayFileWords.parts
/** What a line is about, its name, a reason, a number of things, an amount and a tip in minor units. */
type Line = [part: Part, name?: string, reason?: string, count?: number, amount?: number, tip?: number]

/** A closed day as a CSV, in one language, separated and written as reports are. */
export function dayFile(day: Day, language: Language, timeZone: string): string {
  const t = translator(language)
  const moment = (at: string) => {
    const { day: date, time } = localTime(new Date(at), timeZone)
    return `${date} ${time}`
  }
  const figure = (minor: number | undefined) => {
    if (minor === undefined) return ''
    const text = plainFigure(minor)
    return language === 'ro' ? text.replace('.', ',') : text
  }
  const order = ({ orderId }: { orderId: number }) => `#${orderId}`
  const nameOf = new Map(day.methods.map((method) => [method.id, nameIn(language, method)]))
  const lines: Line[] = [
    ['number', String(day.number)],
    ['from', moment(day.from)],
    ['to', moment(day.to)],
    ['by', day.by],
    ['start', '', '', undefined, day.start],
    ['expected', '', '', undefined, day.expected],
    ['counted', '', '', undefined, day.counted],
    ['difference', '', day.note ?? '', undefined, day.difference],
    ['left', '', '', undefined, day.left],
    ...day.methods.map((one): Line => ['method', nameIn(language, one), '', one.count, one.amount, one.tip]),
    ...day.reversals.map((one): Line => {
      const by = `${one.user} · ${nameOf.get(one.methodId) ?? ''}`
      return ['reversal', by, one.reason, undefined, one.amount, one.tip]
    }),
    ...day.tips.map(({ user, amount }): Line => ['tip', user, '', undefined, undefined, amount]),
    ...day.house.map(({ user, reason, amount }): Line => ['house', user, reason, undefined, amount]),
    ...day.cancelled.map(({ user, orders, amount }): Line => ['cancelled', user, '', orders, amount]),
    ...day.takenOff.map(({ user, dishes, amount }): Line => ['takenOff', user, '', dishes, amount]),
    ...day.hours.map(({ hour, amount, count }): Line => ['hour', String(hour), '', count, amount]),
    ...day.vat.map(({ rate, amount }): Line => ['vat', rate === null ? '' : `${rate} %`, '', undefined, amount]),
    ...day.till.map(({ kind, user, reason, amount }): Line => [kind, user, reason, undefined, amount]),
    ...day.open.map((one): Line => ['open', order(one), '', undefined, one.due]),
    ...day.withoutPayment.map((one): Line => ['withoutPayment', order(one), '', undefined, one.due]),
  ]
  const { title: _, parts: __, ...headings } = DICTIONARIES[language].dayFile
  const rows = lines.map(([part, name = '', reason = '', count, amount, tip]) => {
    const cells = [t(`dayFile.parts.${part}`), name, reason, String(count ?? '')]
    return [...cells, figure(amount), figure(tip), day.currency]
  })
  return csvText([[t('dayFile.title')], Object.values(headings), ...rows], language === 'ro' ? ';' : ',')
}

import type { TFunction } from 'i18next'
import { words } from '#server/platform/language.ts'
import type { PersonalData } from '#shared/contracts/customers.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { localTime } from '#shared/domain/local-time.ts'
import { type Currency, formatMoney, lineTotal } from '#shared/domain/money.ts'
import { phoneForPeople } from '#shared/domain/phone.ts'

export interface Reading {
  language: Language
  /** Of the sums over all orders, which wear today's currency. */
  currency: Currency
  /** The restaurant's. */
  timeZone: string
  now: Date
}

type ExportedOrder = PersonalData['orders'][number]
type ExportedEvent = PersonalData['events'][number]

/** All that is kept of a person as a text to read, in one language. */
export function personalDataText(person: PersonalData, { language, currency, timeZone, now }: Reading): string {
  const t = words(language)
  const at = (moment: Date | string) => momentText(new Date(moment), timeZone)
  const preferences = Object.entries(person.preferences).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return [
    t('customers.file.title'),
    t('customers.file.asOf', { moment: at(now) }),
    '',
    ...entry(t('customers.name'), person.name),
    ...entry(t('customers.phone'), phoneForPeople(person.phoneNumber)),
    ...entry(t('customers.otherNumbers'), person.otherNumbers.map(phoneForPeople).join(', ')),
    ...entry(t('customers.email'), person.email),
    ...entry(t('customers.notes'), person.notes),
    ...entry(t('customers.file.tags'), person.tags.join(', ')),
    ...entry(t('customers.file.preferences'), preferences.join(', ')),
    ...entry(t('customers.orderCount'), String(person.orderCount)),
    ...entry(t('customers.totalSpent'), formatMoney(person.totalSpent, currency)),
    ...entry(t('customers.averageOrder'), formatMoney(person.averageOrderValue, currency)),
    ...entry(t('customers.frequency'), t('customers.frequencyValue', { value: person.visitFrequency })),
    ...entry(t('customers.firstOrder'), person.firstOrder && at(person.firstOrder)),
    ...entry(t('customers.lastOrder'), person.lastOrder ? at(person.lastOrder) : t('customers.never')),
    ...entry(t('customers.loyaltyTier'), t(`customers.tiers.${person.loyaltyTier}`)),
    ...entry(t('customers.segment'), person.segment && t(`customers.segments.${person.segment}`)),
    ...person.orders.flatMap((order) => ['', ...orderText(order, t, language, at(order.createdAt))]),
    ...person.events.flatMap((event) => ['', ...eventText(event, t, language, at(event.createdAt))]),
    '',
  ].join('\n')
}

function orderText(order: ExportedOrder, t: TFunction, language: Language, placedAt: string): string[] {
  const { id, tableNumber: number, diningOption, currency } = order
  const taken = diningOption === 'takeaway' ? t('orders.takeaway') : t('orders.dineIn')
  const place = number === null ? taken : t('common.table', { number })
  const lineText = (line: ExportedOrder['items'][number]) => {
    const { quantity, removedQuantity, guestName, notes } = line
    const removed = removedQuantity > 0 && t('customers.file.takenOff', { number: removedQuantity })
    const dish = [`${quantity} × ${nameIn(language, line)}`, guestName, notes, removed].filter(Boolean)
    return `  ${dish.join(', ')}: ${formatMoney(lineTotal(line), currency)}`
  }
  return [
    [t('orders.order', { id }), placedAt, t(`orders.status.${order.status}`), place].join(' · '),
    ...entry(t('customers.name'), order.customerName),
    ...entry(t('customers.phone'), phoneForPeople(order.phoneNumber)),
    ...entry(t('customers.email'), order.email),
    ...entry(t('customers.notes'), order.notes),
    ...order.items.map(lineText),
    ...entry(t('orders.total'), formatMoney(order.total, currency)),
  ]
}

function eventText(event: ExportedEvent, t: TFunction, language: Language, enteredAt: string): string[] {
  const { id, currency, numberOfGuests: count, discount: percent } = event
  const lineText = (line: ExportedEvent['items'][number]) => {
    const amount = formatMoney(line.priceAtTimeOfEvent * line.quantity, currency)
    return `  ${line.quantity} × ${nameIn(language, line)}: ${amount}`
  }
  return [
    [t('customers.file.event', { id }), enteredAt, t(`customers.file.eventStatus.${event.status}`)].join(' · '),
    ...entry(t('customers.file.eventDate'), event.eventDate),
    ...entry(t('customers.file.guests'), String(count)),
    ...entry(t('customers.name'), event.customerName),
    ...entry(t('customers.phone'), phoneForPeople(event.customerPhone)),
    ...entry(t('customers.email'), event.customerEmail),
    ...entry(t('customers.notes'), event.notes),
    ...event.items.map(lineText),
    ...entry(t('orders.total'), formatMoney(event.total, currency)),
    ...entry(t('customers.file.afterDiscount', { percent }), formatMoney(event.totalAfterDiscount, currency)),
  ]
}

/** A line of the text; none for what is not there. */
function entry(label: string, value: string | null): string[] {
  return value ? [`${label}: ${value}`] : []
}

function momentText(moment: Date, timeZone: string): string {
  const { day, time } = localTime(moment, timeZone)
  return `${day} ${time}`
}

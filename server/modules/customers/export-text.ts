import type { PersonalData } from '#shared/contracts/customers.ts'
import { ordersAMonth } from '#shared/domain/customers/customer.ts'
import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { type Currency, lineTotal, plainMoney } from '#shared/domain/money.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { translator } from '#shared/i18n/words/index.ts'

export interface ExportOptions {
  language: Language
  /** The currency of the settings, used for the sums over all orders. */
  currency: Currency
  timeZone: string
  now: Date
}

type ExportedOrder = PersonalData['orders'][number]
type ExportedEvent = PersonalData['events'][number]

/** All stored data of a person as readable text in one language. */
export function personalDataText(person: PersonalData, { language, currency, timeZone, now }: ExportOptions): string {
  const t = translator(language)
  const at = (moment: Date | string) => {
    const { day, time } = localTime(new Date(moment), timeZone)
    return `${day} ${time}`
  }
  const monthly = ordersAMonth(person.visitFrequency)
  const preferences = Object.entries(person.preferences).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return [
    t('customers.file.title'),
    t('customers.file.asOf', { moment: at(now) }),
    '',
    ...labelled(t('customers.name'), person.name),
    ...labelled(t('customers.phone'), phoneForPeople(person.phoneNumber)),
    ...labelled(t('customers.otherNumbers'), person.otherNumbers.map(phoneForPeople).join(', ')),
    ...labelled(t('customers.email'), person.email),
    ...labelled(t('customers.notes'), person.notes),
    ...labelled(t('customers.tags'), person.tags.join(', ')),
    ...labelled(t('customers.file.preferences'), preferences.join(', ')),
    ...labelled(t('customers.orderCount'), String(person.orderCount)),
    ...labelled(t('customers.totalSpent'), plainMoney(person.totalSpent, currency)),
    ...labelled(t('customers.averageOrder'), plainMoney(person.averageOrderValue, currency)),
    ...labelled(
      t('customers.frequency'),
      monthly === 0 ? t('customers.seldom') : t('customers.frequencyValue', { count: monthly }),
    ),
    ...labelled(t('customers.firstOrder'), person.firstOrder && at(person.firstOrder)),
    ...labelled(t('customers.lastOrder'), person.lastOrder ? at(person.lastOrder) : t('customers.never')),
    ...labelled(t('customers.loyaltyTier'), t(`customers.tiers.${person.loyaltyTier}`)),
    ...labelled(t('customers.segment'), person.segment && t(`customers.segments.${person.segment}`)),
    ...person.orders.flatMap((order) => ['', ...orderText(order, t, language, at)]),
    ...person.events.flatMap((event) => ['', ...eventText(event, t, language, at(event.createdAt))]),
    ...person.reservations.flatMap((one) => ['', ...reservationLines(one, t, at)]),
    '',
  ].join('\n')
}

function orderText(order: ExportedOrder, t: TFunction, language: Language, at: (moment: string) => string): string[] {
  const { id, pickupAt, tableNumber: number, diningOption, currency } = order
  const dining = diningOption === 'takeaway' ? t('orders.takeaway') : t('orders.dineIn')
  const tableOrDining = number === null ? dining : t('common.table', { number })
  const lineText = (line: ExportedOrder['items'][number]) => {
    const { quantity, removedQuantity, guestName, notes } = line
    const removed = removedQuantity > 0 && t('customers.file.takenOff', { number: removedQuantity })
    const dish = [`${quantity} × ${nameIn(language, line)}`, guestName, notes, removed].filter(Boolean)
    return `  ${dish.join(', ')}: ${plainMoney(lineTotal(line), currency)}`
  }
  return [
    [t('orders.order', { id }), at(order.createdAt), t(`orders.status.${order.status}`), tableOrDining].join(' · '),
    ...(pickupAt === null ? [] : [t('orders.sms.pickup', { time: at(pickupAt) })]),
    ...personText(t, order.customerName, order.phoneNumber, order.email, order.notes),
    ...order.items.map(lineText),
    ...labelled(t('orders.total'), plainMoney(order.total, currency)),
  ]
}

function eventText(event: ExportedEvent, t: TFunction, language: Language, enteredAt: string): string[] {
  const { id, currency, numberOfGuests: count, discount: percent } = event
  const lineText = (line: ExportedEvent['items'][number]) => {
    const amount = plainMoney(line.priceAtTimeOfEvent * line.quantity, currency)
    return `  ${line.quantity} × ${nameIn(language, line)}: ${amount}`
  }
  return [
    [t('customers.file.event', { id }), enteredAt, t(`catering.statuses.${event.status}`)].join(' · '),
    ...labelled(t('customers.file.eventDate'), event.eventDate),
    ...labelled(t('customers.file.guests'), String(count)),
    ...personText(t, event.customerName, event.customerPhone, event.customerEmail, event.notes),
    ...event.items.map(lineText),
    ...labelled(t('orders.total'), plainMoney(event.total, currency)),
    ...labelled(t('customers.file.afterDiscount', { percent }), plainMoney(event.totalAfterDiscount, currency)),
  ]
}

function reservationLines(one: PersonalData['reservations'][number], t: TFunction, at: (moment: string) => string) {
  const { id, party, status, name, phoneNumber, notes } = one
  return [
    [t('customers.file.reservation', { id }), at(one.at), t(`reservations.status.${status}`)].join(' · '),
    ...labelled(t('customers.file.guests'), String(party)),
    ...personText(t, name, phoneNumber, null, notes),
  ]
}

function personText(t: TFunction, name: string, phone: string, email: string | null, notes: string | null): string[] {
  return [
    ...labelled(t('customers.name'), name),
    ...labelled(t('customers.phone'), phoneForPeople(phone)),
    ...labelled(t('customers.email'), email),
    ...labelled(t('customers.notes'), notes),
  ]
}

function labelled(label: string, value: string | null): string[] {
  return value ? [`${label}: ${value}`] : []
}

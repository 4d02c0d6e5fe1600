/** Guests' data that goes by itself, in the settings. */
export const privacyWords = {
  title: 'Guests’ data',
  hint: 'After this time, names, phone numbers, e-mails and notes are erased by themselves, each night, from orders that have ended and events that are over; a customer goes with their last order. Orders, events and all totals stay.',
  months: 'Erase after (months)',
  monthsHint: 'From 1 to 120. Empty: everything is kept.',
  counting: 'Counting what would go…',
  notCounted: 'What would go could not be counted.',
  wouldTake: 'Today this would take the data of {{orders}}, {{events}} and {{customers}}.',
  wouldTakeNothing: 'Today this would take nothing.',
  orders_one: '{{count}} order',
  orders_few: '{{count, number}} orders',
  orders_other: '{{count, number}} orders',
  events_one: '{{count}} event',
  events_few: '{{count, number}} events',
  events_other: '{{count, number}} events',
  customers_one: '{{count}} customer',
  customers_few: '{{count, number}} customers',
  customers_other: '{{count, number}} customers',
  starts: 'This starts on {{moment}}. Until then nothing is erased.',
  save: 'Set the months',
  confirmTitle_one: 'Erase guests’ data after {{count}} month?',
  confirmTitle_few: 'Erase guests’ data after {{count}} months?',
  confirmTitle_other: 'Erase guests’ data after {{count}} months?',
  confirmCannotUndo:
    'Names, phone numbers, e-mails and notes cannot be brought back. Orders, events and all totals stay.',
  confirmStart: 'It starts in 24 hours; until then you can change your mind.',
  confirm_one: 'Erase after {{count}} month',
  confirm_few: 'Erase after {{count}} months',
  confirm_other: 'Erase after {{count}} months',
}

export const privacyValidation = {
  retentionMonths: 'Must be a whole number from 1 to 120',
}

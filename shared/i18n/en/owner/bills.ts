/** The bill of a table. */
export const billWords = {
  title: 'Bill of table {{number}}',
  openOf: 'Bill of table {{number}}',
  loading: 'The bill is loading',
  how: 'How to pay',
  whole: 'Whole',
  byGuest: 'By guest',
  equal: 'Equal parts',
  wholeTable: 'For the whole table',
  people: 'People',
  fewer: 'One person fewer',
  more: 'One person more',
  each: 'Each pays',
  last: 'The last one pays',
  total: 'Total',
  empty: 'Nothing to pay',
  emptyDescription: 'This table has no open order.',
  print: 'Print',
  printAll_one: 'Print {{count}} bill',
  printAll_few: 'Print {{count}} bills',
  printAll_other: 'Print {{count}} bills',
  printOf: 'Print the bill: {{guest}}',
  notRecorded: 'Printed, but not recorded with the orders',
}

export const billRefusals = {
  mixed_currencies: 'The orders of this table are in two currencies: print the bill of each order on the board',
  bill_too_long: 'This table has too many open orders for one bill: complete the old ones first',
}

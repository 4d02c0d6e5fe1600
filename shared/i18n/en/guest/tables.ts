/** The table that the menu is opened for. */
export const tableWords = {
  waiterMode: 'Waiter mode',
  leave: 'Leave the table',
  unknown: 'This table does not exist. You can still order, without a table.',
  notChecked: 'The table could not be checked.',
}

export const tableRefusals = {
  table_not_found: 'This table does not exist',
  table_key: 'Please scan the code on your table',
}

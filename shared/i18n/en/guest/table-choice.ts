/** Choosing a table, or arriving at one by its code. */
export const tableChoiceWords = {
  choose: 'Choose a table',
  chooseDescription: 'The order will go to this table.',
  scan: 'Scan the code on the table',
  scanLater: 'Look at the menu first',
  scanDescription:
    'An order for a table needs the code on that table. Scan it with your phone’s camera: the dishes stay in your cart.',
  placeholder: 'Table',
  available: 'available',
  occupied: 'occupied',
  none: 'There are no tables yet.',
  checking: 'Checking the table…',
  without: 'Continue without a table',
}

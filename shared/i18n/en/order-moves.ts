/** Moving an order to another table, for owners. */
export const orderMoveWords = {
  open: 'Move to table…',
  title: 'Move to table',
  which: 'Which table?',
  status: { available: 'available', occupied: 'occupied', reserved: 'reserved' },
  becomesDineIn: 'The order becomes dine-in. It cannot become takeaway again.',
  confirm: 'Move to table {{number}}',
  choose: 'Choose a table',
  none: 'There is no other table.',
  over: 'This order has ended, so it can no longer be moved.',
  moved: 'Order #{{id}}: {{from}} → {{to}}',
  movedFrom: 'moved from {{number}}',
}

/** The cart’s drawer. */
export const cartDrawerWords = {
  title: 'Your cart',
  sharedTitle: 'Shared cart for table {{table}}',
  empty: 'Your cart is empty',
  emptyDescription: 'Add something from the menu with the round “+” button.',
  backToMenu: 'Back to the menu',
  remove: 'Remove {{name}}',
  addNote: 'Add a note',
  noteFor: 'Note for {{name}}',
  notePlaceholder: 'For example: no onions',
  notesFull: 'There is no room for more notes in this order.',
  total: 'Total',
  vatIncluded: 'prices include VAT',
  checkout: 'Checkout',
  validation: { nameRequired: 'Name must be at least 2 characters' },
  orderError: 'Error placing order. Please try again.',
  orderErrorDescription: 'Your cart is safe; nothing in it has been lost.',
}

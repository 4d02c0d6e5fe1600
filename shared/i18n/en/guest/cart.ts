/** What the menu says of the guest’s own cart. */
export const cartWords = {
  open: 'Open the cart',
  goTo: 'Go to the cart',
  openWith_one: 'Open the cart: {{count}} item',
  openWith_few: 'Open the cart: {{count}} items',
  openWith_other: 'Open the cart: {{count}} items',
  added: '{{name}} added: {{count}} in the cart',
  changed: '{{name}}: {{count}} in the cart',
  removed: '{{name}} removed from the cart',
  unreadable: 'Part of your earlier cart could not be read and was removed.',
  gone: 'No longer on the menu, so removed from your cart: {{names}}',
  soldOut: 'Sold out today: {{names}}',
  repriced: 'The price has changed: {{names}}',
}

/** The words of messages to the owner's phone, which the server writes. */
export const notifications = {
  notifications: {
    test: 'Test message',
    orders_one: '{{count}} new order',
    orders_few: '{{count}} new orders',
    orders_other: '{{count}} new orders',
  },
}

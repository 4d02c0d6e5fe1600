/** The status of the guest’s orders, below the menu. */
export const orderStatusWords = {
  title_one: 'Your order',
  title_few: 'Your orders',
  title_other: 'Your orders',
  progress: 'Order status',
  order: 'Order #{{id}}',
  more: '+{{count}}',
  stage: {
    received: 'Received',
    seen: 'Seen',
    preparing: 'Being prepared',
    ready: 'Ready',
    completed: 'Completed',
    cancelled: 'Cancelled',
  },
  step: {
    received: 'Received',
    seen: 'Seen',
    preparing: 'Preparing',
    ready: 'Ready',
  },
  delivered: { takeaway: 'Picked up', here: 'Served' },
  meaning: {
    received: 'Your order has arrived. The kitchen will look at it in a moment.',
    seen: 'The kitchen has seen your order.',
    preparing: 'The kitchen is working on it.',
    ready: { takeaway: 'You can pick it up now.', here: 'It will be brought to you in a moment.' },
    delivered: 'Enjoy your meal!',
    completed: 'Thank you, and see you again soon.',
    cancelled: 'The restaurant has cancelled this order. Please ask us if you have any questions.',
  },
  done: 'done',
  changed: 'The restaurant changed your order. New total: {{total}}',
  announced: 'Order #{{id}}: {{word}}. {{sentence}}',
  connectionLost: 'Connection lost. Trying to reconnect...',
  asOf: 'Last updated at {{time}}.',
  dismiss: 'Hide',
  dismissAll: 'Hide the order status',
}

export const orderStatusRefusals = {
  order_not_yours: 'This order does not exist, or belongs to another phone',
}

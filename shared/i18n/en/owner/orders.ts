export const orderWords = {
  guests_one: '{{count}} guest',
  guests_other: '{{count}} guests',
  order: 'Order #{{id}}',
  status: {
    pending: 'Pending',
    preparing: 'Preparing',
    ready: 'Ready',
    delivered: 'Delivered',
    completed: 'Completed',
    cancelled: 'Cancelled',
  },
  takeaway: 'Takeaway',
  dineIn: 'Dine-in',
  item: 'Item #{{id}}',
  unfold: 'and {{count}} more',
  justNow: 'now',
  minutes: '{{minutes}}\u00a0min',
  hours: '{{hours}}\u00a0h\u00a0{{minutes}}',
  days: '{{days}}\u00a0d\u00a0{{hours}}\u00a0h',
  tomorrow: 'Tomorrow {{time}}',
  waiting: 'waiting for',
  total: 'Total',
  undo: 'Undo',
  moveOn: {
    preparing: 'Start preparing',
    ready: 'Ready',
    delivered: 'Delivered',
    handedOver: 'Handed over',
    completed: 'Complete',
  },
  changedMeanwhile: 'Somebody else has changed this order',
  changedMeanwhileDescription: 'Order #{{id}} is now: {{status}}',
  takeOff: {
    open: 'Take off, or sold out',
    title: 'In this order',
    howMany: 'Take off how many?',
    all: 'All {{count}}',
    consequence: 'The new total is {{total}}. The guest’s phone and the kitchen show it.',
    confirm: 'Take off {{count}}',
    done: 'Order #{{id}}: {{count}}× {{name}} taken off',
    takenOff: 'Taken off:',
    changed: 'Somebody else has changed this order. Please look again.',
    unknown: 'No answer: it is not known yet whether it was taken off. You can try again: it is taken off only once.',
    over: 'Nothing can be taken off here any more.',
    last: 'This is the last dish of the order. Cancel the order instead?',
  },
  soldOut: {
    options: 'Options sold out today',
    title: 'In the whole restaurant',
    mark: 'Mark as sold out',
    hint: 'Guests still see the dish, greyed, and cannot order it until the next business day.',
    undo: 'Undo: it can be ordered',
  },
  awake: {
    title: 'The screen may turn off',
    how: 'This browser cannot keep it on. In the device’s settings, under display, set the screen to never turn off.',
  },
  cancelConfirm: 'Cancel order',
  cancelKeep: 'Keep order',
  updated: 'Order Updated',
  updatedDescription: 'Order #{{id}}: {{status}}',
  newOrder: 'Comandă nouă!',
  newOrderDescription: 'Comanda #{{id}} a fost primită.',
  updateFailed: 'Failed to update order status',
  notDrawn: 'This order could not be displayed',
  sms: {
    greeting: '{{restaurant}}, order #{{id}}: {{status}}',
    pickup: 'Pickup: {{time}}',
    line: '{{quantity}}× {{name}}',
    and: 'and',
    total: 'Total: {{total}}',
  },
}

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

/** Marking a dish as sold out, on the orders tab and in the menu tab. */
export const soldOutWords = {
  done: '{{name}} is sold out today',
  undone: '{{name}} can be ordered again',
  heldBy: 'It is still in:',
  cart: 'Shared cart of table {{number}}',
  heldByNobody: 'No open order or shared cart has it.',
  left: '{{count}} left',
  portions: 'Portions left today',
  portionsHint: 'Orders count them down; guests read the last five. At 0 the dish is sold out today.',
  notCounted: 'Do not count',
  count: 'Set',
}

export const liveWords = {
  live: 'Live',
  notices: 'Notices',
  others_one: '{{count}} more notice',
  others_other: '{{count}} more notices',
  more: 'Read more',
  connecting: 'Connecting…',
  reconnecting: 'Reconnecting…',
  offlineSince: 'Offline since {{time}}',
  connectionLost: 'Connection lost. Trying to reconnect...',
  connectionLostDescription:
    'Orders that come in meanwhile are kept; they will appear here once the connection is back.',
}

export const soundWords = {
  word: 'Sound',
  name: 'Sound for new orders',
  ask: 'The browser stays silent until you touch the page once.',
  /** On phones. */
  askShort: 'No sound',
  turnOn: 'Turn the sound on',
  rings: 'A sound plays, too.',
  silent: 'The sound is off on this device.',
}

/** The payment state of an order on floor, bill and board. */
export const dueWords = {
  paid: 'paid',
  paidOf: '{{amount}} paid',
  due: '{{amount}} due',
  unpaid: 'unpaid {{amount}}',
  toGiveBack: '{{amount}} to give back',
  handedOverUnpaid: 'Handed over, not paid',
  take: 'Take payment',
}

/** An order whose response is missing. */
export const attemptWords = {
  unknownTitle: 'We don’t know yet whether your order arrived',
  unknownDescription:
    'We got no answer about your order of {{total}}. You can safely try again: it will not be placed twice.',
  heldTitle: 'Your order is not confirmed yet',
  heldDescription: 'Your order of {{total}} is saved. You can safely try again: it will not be placed twice.',
  firstThis: 'Changes to the cart are kept for your next order.',
}

/** An order that waits on the phone for a connection. */
export const waitingOrderWords = {
  title: 'Not sent yet',
  description: 'Your order of {{total}} waits on this phone. The kitchen does not know of it.',
  unknownToKitchen: 'The kitchen does not know of it.',
  notKept: 'This browser keeps nothing: if you close or reload this page, the order is lost.',
  connected: 'The restaurant can be reached. Nothing is sent until you tap Send.',
  notConnected: 'There is no connection to the restaurant. Nothing is sent by itself: you can send it here later.',
  needsConnection: 'Needs a connection',
  send: 'Send',
  discard: 'Discard',
  discarded: 'Order discarded',
  discardedDescription: 'Nothing was sent. Your cart stays as it is.',
  askTitle: 'Is this order still wanted?',
  tooOldTitle: 'This order can no longer be sent',
  made: 'Made {{age}}.',
  madeUnknown: 'This phone’s clock was changed, so we cannot tell how old it is.',
  neverSent: 'It has not been sent yet. The kitchen does not know of it.',
  mayHaveArrived: 'It may have arrived already: please ask us before you send it again. It will not be placed twice.',
  mayHaveArrivedLongAgo: 'It may have arrived when it was made: please ask us. It is too old to be sent again.',
  yes: 'Yes, send it',
  no: 'No, discard it',
  notNow: 'Not now',
  forget: 'Remove from this phone',
}

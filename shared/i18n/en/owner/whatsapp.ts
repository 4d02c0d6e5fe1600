/** The connection to WhatsApp, in the settings and on the board. */
export const whatsappWords = {
  state: 'State of WhatsApp',
  loading: 'Asking for the state of WhatsApp…',
  notConfigured: 'WhatsApp is not connected: nothing is sent. What you set here is kept.',
  howToConnect: 'How to connect an account, in the guide',
  connected: 'WhatsApp is connected',
  switchedOff: 'You have switched the messages off: you are not told of new orders.',
  noNumber: 'Your phone number is missing: nobody gets a message.',
  lastAccepted: 'Last message accepted by WhatsApp at {{moment}}',
  noneYet: 'No message has been accepted by WhatsApp yet.',
  waiting_one: '{{count}} message waits to be sent',
  waiting_few: '{{count, number}} messages wait to be sent',
  waiting_other: '{{count, number}} messages wait to be sent',
  test: 'Send a test message',
  testQueued: 'Test message queued',
  testAccepted: 'WhatsApp has accepted a message',
  testTried: 'Test message queued. If this notice stays red, it was stopped as well.',
  testFailed: 'The test message could not be queued',
  stopped: 'WhatsApp messages are stopped',
  reasons: {
    token: 'WhatsApp no longer accepts the access token: it has expired or was withdrawn.',
    template: 'WhatsApp does not accept the message template: it is missing, not approved, or in another language.',
    recipient: 'WhatsApp does not accept your phone number as a recipient.',
    account: 'WhatsApp has limited or locked the account, or it may not send.',
    refused: 'WhatsApp refused the message and did not say why in a way that Masa knows.',
    daily_limit: 'Today’s limit of messages is reached.',
  },
  remedies: {
    token: 'Make a new token in Meta’s Business Manager, set it where Masa runs, and start Masa again.',
    template:
      'Compare name, language and approval of the template in WhatsApp Manager with what is set where Masa runs.',
    recipient: 'Check the number below, and that it uses WhatsApp.',
    account: 'Look at the account in Meta’s Business Manager: payment, quality, permissions.',
    refused: 'Send a test message to try again. The server’s log has the code of the refusal.',
    daily_limit:
      'The next message is sent when the next business day begins, with the number of orders that no message announced. Check that today’s orders are real. Whoever looks after the computer on which Masa runs can change the limit.',
  },
  openSettings: 'Open the WhatsApp settings',
}

/** The messages to the owner’s phone; only the server writes them. */
export const notificationWords = {
  test: 'Test message',
  orders_one: '{{count}} new order',
  orders_few: '{{count}} new orders',
  orders_other: '{{count}} new orders',
}

export const whatsappRefusals = {
  whatsapp_not_configured: 'WhatsApp is not connected: its account is set where Masa runs',
  whatsapp_no_number: 'Save a phone number first',
}

/** The settings, without those of other areas. */
export const settingsWords = {
  title: 'Settings',
  sections: 'Kinds of settings',
  tabs: {
    users: 'Users',
    language: 'Language',
    currency: 'Currency',
    whatsapp: 'WhatsApp',
    restaurant: 'Restaurant',
  },
  languageLabel: 'Language of the restaurant',
  languageHint: 'Guests see this language first and can choose their own. Dishes on the board are shown in it.',
  ownLanguage: 'Language of your dashboard',
  ownLanguageHint: 'Your own, in this browser. Colleagues choose theirs.',
  currencyLabel: 'Currency',
  currencyHint:
    'This only changes the sign beside the prices. No price is converted, and orders already taken stay as they are.',
  lei: 'Lei',
  eur: 'Euro',
  saved: 'Settings saved',
  ownerPhoneNumber: 'Your phone number for WhatsApp',
  ownerPhoneNumberHint: '40 and nine digits, for example 40712345678',
  whatsappEnabled: 'Tell me of new orders on WhatsApp',
  whatsappHint: 'One message for each new order, with its number, table and total, and nothing about the guest.',
  restaurantHint:
    'Everything here is optional. Guests see it on your pages; it is also on receipts, messages and proposals. Without a name it says “Masa”.',
  restaurantName: 'Name of the restaurant',
  restaurantAddress: 'Address',
  restaurantPhone: 'Phone',
  legalName: 'Legal name',
  taxNumber: 'Tax number (CUI)',
  publicAddress: 'Address of your menu',
  publicAddressHint:
    'The tables’ codes lead here, and Masa answers at this address. Set it if you have a domain name of your own. Codes already printed keep their address. Empty: the address in this browser.',
  publicAddressFixed: 'It is set on the computer on which Masa runs, and can be changed only there.',
  publicAddressNetwork: 'Addresses of this machine in its network:',
  businessDayStart: 'The business day begins at',
  businessDayStartHint:
    'HH:MM. What happens before this hour counts for the day before: in sums, in reports, and for “sold out today”.',
  suggestions: {
    label: '“Goes well with it” in the cart',
    hint: 'The cart suggests at most two dishes that your guests often ordered with those in it, from the orders of the last 90 days.',
  },
  deliveryNote: {
    label: 'Mention delivery',
    hint: 'Guests read that delivery is not available yet. If this is off, they read nothing about delivery.',
  },
  kitchen: {
    title: 'Kitchen',
    hint: 'Every station sees and prints only its own dishes. The menu’s categories choose their station in the Menu tab, under Categories.',
    stations: 'Stations',
    add: 'Add station',
    addTitle: 'New station',
    full: 'Eight stations at most.',
    name: 'Station · English',
    nameRo: 'Station · Romanian',
    setNames: 'Set the names',
    rename: 'Rename',
    renameTitle: 'Rename {{name}}',
    up: 'Move {{name}} up',
    down: 'Move {{name}} down',
    remove: 'Remove',
    isFirst: 'The first station: it also cooks what has no other.',
    cooks: 'Cooks: {{categories}}',
    cooksNothing: 'No category has this station yet.',
    removeTitle: 'Remove the station {{name}}?',
    removeGives: 'These categories go to {{first}}: {{categories}}.',
    removeGivesAll: 'Its categories go to {{first}}.',
    removeGivesNothing: 'No category has this station.',
    removeOrders: 'What is being cooked there shows and prints at {{first}} too.',
    removeConfirm: 'Remove station',
    firstTitle: 'Make {{name}} the first station?',
    firstGives: 'These categories have no station of their own and go to {{name}}: {{categories}}.',
    firstConfirm: 'Make it the first',
    fills: 'An order’s clock fills after (minutes)',
    fillsHint: 'Until then its clock on the kitchen screen stays empty.',
    late: 'An order is late after (minutes)',
    lateHint: 'From then on the kitchen screen says so in words.',
    setMinutes: 'Set the minutes',
  },
  theme: 'Appearance on this device',
  updateFailed: 'Failed to update settings. Please try again.',
}

export const settingsValidation = {
  stationTwice: 'A station is listed twice',
  kitchenMinutes: 'Give two numbers of minutes, the smaller one first',
  time: 'Enter a time as HH:MM, for example 04:00',
  pauseEnd: 'Choose a moment within the next 24 hours',
  origin: 'Enter an address like https://menu.example.ro, without anything after it',
  addressInUse:
    'You have opened Masa at an address that would stop working with this change. Open Masa at an address of the machine, such as http://192.168.1.20:3000, and make the change there.',
}

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

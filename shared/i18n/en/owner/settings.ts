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
  save: 'Save',
  saved: 'Settings saved',
  ownerPhoneNumber: 'Your phone number for WhatsApp',
  ownerPhoneNumberHint: '40 and nine digits, for example 40712345678',
  whatsappEnabled: 'Tell me of new orders on WhatsApp',
  whatsappHint: 'One message for each new order, with its number, table and total, and nothing about the guest.',
  restaurantHint:
    'Everything here is optional. Guests see it on your pages; it also stands on receipts, messages and proposals. Without a name it says “Masa”.',
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

import { accountRefusals } from './owner/accounts.ts'
import { backupRefusals } from './owner/backups.ts'
import { checkWords } from './owner/before-service.ts'
import { cateringRefusals, proposalWords } from './owner/catering.ts'
import { customerRefusals } from './owner/customers.ts'
import { billRefusals } from './owner/floor.ts'
import { menuRefusals } from './owner/menu.ts'
import { menuImportRefusals } from './owner/menu-imports.ts'
import { orderRefusals } from './owner/orders.ts'
import { dayFileWords, paymentRefusals } from './owner/payments.ts'
import { testPageWords } from './owner/printers.ts'
import { printingRefusals } from './owner/printing.ts'
import { notificationWords, whatsappRefusals } from './owner/settings.ts'
import { tableEditorRefusals } from './owner/tables.ts'

/** Only the server writes these: messages of rejected requests (pages show them as received), proposals, WhatsApp. */
export const server = {
  checks: checkWords,
  proposal: proposalWords,
  notifications: notificationWords,
  dayFile: dayFileWords,
  testPage: testPageWords,
  errors: {
    malformed_body: 'The request could not be read',
    forbidden: 'Your account may not do this',
    foreign_origin: 'This request came from another site',
    unknown_host: 'This address is not one of this restaurant’s. To allow it, set ALLOWED_HOSTS where Masa runs.',
    metrics_token: 'The metrics need the token in METRICS_TOKEN',
    metrics_local: 'Without METRICS_TOKEN, the metrics are only for programs on the same machine',
    not_found: 'Not found',
    place_changed: 'Somebody else has changed the order of this list',
    no_file: 'Please choose a file',
    too_large: 'This is too large to send',
    unsupported_media_type: 'This kind of content is not accepted here',
    too_many_requests: 'Too many attempts. Please wait a moment.',
    unavailable: 'The service is not available at the moment. Please try again shortly.',
    ...accountRefusals,
    ...backupRefusals,
    ...billRefusals,
    calls_off: 'The waiter cannot be called from here at the moment',
    call_again_later: 'Somebody has just been at your table. You can call again in a minute.',
    call_over: 'This call has ended',
    taken: '{{name}} is already on the way',
    ...cateringRefusals,
    delivery_unavailable: 'Delivery is not available yet',
    no_table_selected: 'No table selected',
    notes_too_long: 'The notes of an order can have at most 2,000 characters together. Please shorten them.',
    key_reused: 'This was already sent with different contents',
    price_changed: 'Prices have changed',
    item_unavailable: 'No longer available: {{names}}',
    not_served: 'Not served at this hour: {{names}}',
    portions_left: 'Fewer left than ordered: {{names}}',
    options_unfit: 'Please choose the options again: {{names}}',
    options_invalid: 'These options do not belong to this dish',
    aDish: 'a dish',
    closed: 'The restaurant is closed',
    last_orders: 'The kitchen takes no more orders today',
    pickup_off: 'Takeaway orders have no time here',
    slot_gone: 'This time is no longer free. Please choose another one.',
    places_held:
      'There are too many open takeaway orders from this connection or phone number. Please call the restaurant.',
    slots_full: 'The kitchen has no free pickup time left',
    orders_paused: 'The kitchen is not taking orders at the moment. Please try again later.',
    ...customerRefusals,
    ...menuImportRefusals,
    ...menuRefusals,
    ...orderRefusals,
    order_not_yours: 'This order does not exist, or belongs to another phone',
    ...paymentRefusals,
    ...printingRefusals,
    too_many_frames: 'Too many changes at once. Please slow down a little.',
    session_not_found: 'This shared cart does not exist, or belongs to another phone',
    session_over: 'This shared cart has ended',
    session_closed: 'The table was closed by the restaurant',
    session_full: 'There is no room for another guest in this table’s shared cart',
    not_everybody_ready: 'Not everybody at the table is ready yet',
    cart_full: 'The shared cart is full',
    not_your_line: 'Only the guest who added this dish can change it',
    ...tableEditorRefusals,
    table_not_found: 'This table does not exist',
    table_key: 'Please scan the code on your table',
    ...whatsappRefusals,
  },
}

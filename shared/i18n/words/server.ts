import type { WordPairs } from '../pairs.ts'
import { checkWords } from './owner/before-service.ts'
import { proposalWords } from './owner/catering.ts'
import { dayFileWords } from './owner/payments.ts'
import { testPageWords } from './owner/printers.ts'
import { notificationWords } from './owner/settings.ts'

/** Only the server writes these: messages of rejected requests (pages show them as received), proposals, WhatsApp. */
export const server = {
  checks: checkWords,
  proposal: proposalWords,
  notifications: notificationWords,
  dayFile: dayFileWords,
  testPage: testPageWords,
  reservationFile: { title: ['Table at {{name}} for {{number}}', 'Masă la {{name}} pentru {{number}}'] },
  errors: {
    malformed_body: ['The request could not be read', 'Cererea nu a putut fi citită'],
    forbidden: ['Your account may not do this', 'Contul dumneavoastră nu permite acest lucru'],
    scope: ['This token does not allow that', 'Acest token nu permite acest lucru'],
    foreign_origin: ['This request came from another site', 'Cererea a venit de pe alt site'],
    unknown_host: [
      'This address is not one of this restaurant’s. To allow it, set ALLOWED_HOSTS where Masa runs.',
      'Această adresă nu este una dintre adresele restaurantului. Pentru a o permite, setați ALLOWED_HOSTS acolo unde rulează Masa.',
    ],
    metrics_token: [
      'The metrics need the token in METRICS_TOKEN',
      'Pentru valorile de monitorizare este nevoie de tokenul din METRICS_TOKEN',
    ],
    metrics_local: [
      'Without METRICS_TOKEN, the metrics are only for programs on the same machine',
      'Fără METRICS_TOKEN, valorile de monitorizare sunt doar pentru programele de pe același calculator',
    ],
    not_found: ['Not found', 'Nu a fost găsit'],
    place_changed: ['Somebody else has changed the order of this list', 'Altcineva a schimbat ordinea acestei liste'],
    no_file: ['Please choose a file', 'Alegeți un fișier'],
    too_large: ['This is too large to send', 'Conținutul este prea mare'],
    unsupported_media_type: [
      'This kind of content is not accepted here',
      'Acest tip de conținut nu este acceptat aici',
    ],
    too_many_requests: ['Too many attempts. Please wait a moment.', 'Prea multe încercări. Așteptați puțin.'],
    unavailable: [
      'The service is not available at the moment. Please try again shortly.',
      'Serviciul nu este disponibil momentan. Încercați din nou puțin mai târziu.',
    ],
    invalid_credentials: ['Invalid username or password', 'Numele de utilizator sau parola nu sunt corecte'],
    owner_exists: ['Only an owner can create another owner', 'Doar un proprietar poate crea alt proprietar'],
    wrong_password: [
      'Your own password is needed for this, and it is missing or wrong',
      'Este nevoie de parola dumneavoastră, iar aceasta lipsește sau este greșită',
    ],
    username_taken: ['Username already exists', 'Numele de utilizator există deja'],
    registration_off: ['Only an owner can add users here', 'Aici doar un proprietar poate adăuga utilizatori'],
    owners_link: ['An owner signs in with a password only', 'Un proprietar se conectează doar cu parola'],
    sign_in_link_over: [
      'This code is no longer valid. Ask for a new one.',
      'Acest cod nu mai este valabil. Cereți unul nou.',
    ],
    last_owner: [
      'The last owner cannot be removed or made staff',
      'Ultimul proprietar nu poate fi șters și nu își poate pierde drepturile',
    ],
    backup_running: [
      'A backup is already being made. Wait until it is finished.',
      'Se face deja o copie de rezervă. Așteptați până se termină.',
    ],
    restored_copy: [
      'This is a restored copy, from which nothing is sent. An owner can say in “Before service” that it is the real one.',
      'Aceasta este o copie restaurată, din care nu se trimite nimic. Un proprietar poate confirma la „Înainte de deschidere” că este varianta reală.',
    ],
    link_over: [
      'This link is no longer valid. Choose “Download” in the settings again.',
      'Linkul nu mai este valabil. Alegeți din nou „Descărcați” din setări.',
    ],
    mixed_currencies: [
      'The orders of this table are in two currencies: print the bill of each order on the board',
      'Comenzile acestei mese sunt în două monede: tipăriți nota fiecărei comenzi din panoul de comenzi',
    ],
    bill_too_long: [
      'This table has too many open orders for one bill: complete the old ones first',
      'Masa are prea multe comenzi deschise pentru o singură notă: finalizați-le întâi pe cele vechi',
    ],
    calls_off: [
      'The waiter cannot be called from here at the moment',
      'Momentan, ospătarul nu poate fi chemat de aici',
    ],
    call_again_later: [
      'Somebody has just been at your table. You can call again in a minute.',
      'Cineva a trecut chiar acum pe la masa dumneavoastră. Puteți chema din nou peste un minut.',
    ],
    call_over: ['This call has ended', 'Această chemare s-a încheiat'],
    taken: ['{{name}} is already on the way', '{{name}} este deja pe drum'],
    event_decided: [
      'Only a draft or pending event can be deleted',
      'Se poate șterge numai un eveniment cu starea „Ciornă” sau „În așteptare”',
    ],
    delivery_unavailable: ['Delivery is not available yet', 'Livrarea nu este încă disponibilă'],
    no_table_selected: ['No table selected', 'Nicio masă selectată'],
    notes_too_long: [
      'The notes of an order can have at most 2\u00a0000 characters together. Please shorten them.',
      'Mențiunile unei comenzi pot avea împreună cel mult 2\u00a0000 de caractere. Vă rugăm să le scurtați.',
    ],
    key_reused: ['This was already sent with different contents', 'Ați trimis deja acest lucru, cu alt conținut'],
    price_changed: ['Prices have changed', 'Prețurile s-au schimbat'],
    item_unavailable: ['No longer available: {{names}}', 'Nu mai avem: {{names}}'],
    not_served: ['Not served at this hour: {{names}}', 'Nu se servește la această oră: {{names}}'],
    portions_left: ['Fewer left than ordered: {{names}}', 'Au rămas mai puține porții: {{names}}'],
    options_unfit: ['Please choose the options again: {{names}}', 'Alegeți din nou opțiunile: {{names}}'],
    options_invalid: ['These options do not belong to this dish', 'Aceste opțiuni nu sunt ale acestui preparat'],
    aDish: ['a dish', 'un produs'],
    closed: ['The restaurant is closed', 'Restaurantul este închis'],
    last_orders: ['The kitchen takes no more orders today', 'Bucătăria nu mai primește comenzi astăzi'],
    pickup_off: ['No pickup time can be chosen here', 'Aici nu se poate alege ora de ridicare'],
    slot_gone: [
      'This time is no longer free. Please choose another one.',
      'Această oră nu mai este liberă. Alegeți alta.',
    ],
    places_held: [
      'There are too many open takeaway orders from this connection or phone number. Please call the restaurant.',
      'Sunt prea multe comenzi la pachet deschise de la această conexiune sau de la acest număr de telefon. Vă rugăm să sunați la restaurant.',
    ],
    table_full: [
      'There are too many open orders at this table. Please ask a waiter.',
      'Sunt prea multe comenzi deschise la această masă. Vă rugăm să întrebați un ospătar.',
    ],
    slots_full: ['No pickup time is free any more', 'Nu mai sunt ore de ridicare libere'],
    orders_paused: [
      'The kitchen is not taking orders at the moment. Please try again later.',
      'Bucătăria nu preia comenzi în acest moment. Încercați mai târziu.',
    ],
    open_orders: ['Complete or cancel the open order first', 'Finalizați sau anulați mai întâi comanda deschisă'],
    customers_order: [
      'This order belongs to a customer: erase the customer’s data instead',
      'Comanda aparține unui client: ștergeți datele clientului',
    ],
    same_customer: ['A customer cannot be merged with themselves', 'Un client nu poate fi îmbinat cu el însuși'],
    menu_changed: ['The menu has changed since this preview', 'Meniul s-a schimbat de la această previzualizare'],
    menu_not_empty: [
      'The menu already has dishes; sample dishes are only for an empty menu',
      'Meniul are deja preparate; cele model sunt doar pentru un meniu gol',
    ],
    import_not_undoable: [
      'This can no longer be undone: the menu was changed afterwards, or more than 7 days have passed',
      'Nu se mai poate reveni: meniul a fost modificat între timp sau au trecut mai mult de 7 zile',
    ],
    unknown_columns: [
      'Some columns of this file are not known: say what they are, or leave them out',
      'Unele coloane ale fișierului nu sunt cunoscute: spuneți ce conțin sau lăsați-le deoparte',
    ],
    asks_ids: [
      'Many rows have the id of a dish with another name: say whether these ids are Masa’s, or another system’s',
      'Multe rânduri au id-ul unui preparat cu alt nume: spuneți dacă id-urile sunt din Masa sau din alt sistem',
    ],
    asks_encoding: [
      'The letters of this file can be read in several ways: say which words are right',
      'Literele acestui fișier pot fi citite în mai multe feluri: spuneți care cuvinte sunt corecte',
    ],
    bad_rows: ['Nothing was imported: some rows have errors', 'Nu s-a importat nimic: unele rânduri au erori'],
    category_exists: ['Category already exists', 'Categoria există deja'],
    category_name_taken: ['Category with this name already exists', 'Există deja o categorie cu acest nume'],
    category_in_use: [
      'Cannot remove category with existing items',
      'Nu se poate șterge o categorie care are preparate',
    ],
    dish_changed: ['Somebody else has changed this dish', 'Altcineva a modificat acest preparat'],
    settings_changed: ['Somebody else has changed the settings', 'Altcineva a modificat setările'],
    group_exists: ['A group with this name already exists', 'Există deja un grup cu acest nume'],
    rule_changed: ['Somebody else has changed this rule', 'Altcineva a modificat această regulă'],
    options_changed: ['Somebody else has changed this group', 'Altcineva a modificat acest grup'],
    option_nesting: [
      'A dish with required choices cannot be an option of another dish',
      'Un preparat cu alegeri obligatorii nu poate fi opțiunea altui preparat',
    ],
    options_full: [
      'There are as many groups or options as there can be',
      'Numărul maxim de grupuri sau de opțiuni a fost atins',
    ],
    day_not_over: [
      'Only orders from before today can be completed together',
      'Numai comenzile de dinainte de ziua de azi pot fi finalizate împreună',
    ],
    order_changed: ['Somebody else has changed this order', 'Altcineva a modificat această comandă'],
    order_closed: ['This order is completed or cancelled', 'Această comandă este finalizată sau anulată'],
    too_many_changes: [
      'This order was changed too many times. Place a new one.',
      'Comanda a fost modificată de prea multe ori. Plasați una nouă.',
    ],
    too_late: [
      'This was marked as done more than half an hour ago',
      'A fost marcat ca gata acum mai mult de o jumătate de oră',
    ],
    order_left_kitchen: [
      'This order was delivered, completed or cancelled',
      'Această comandă a fost predată, finalizată sau anulată',
    ],
    line_taken_off: ['This dish was taken off the order', 'Acest produs a fost scos din comandă'],
    last_line: [
      'This is the last dish of the order: cancel the order instead',
      'Este ultimul produs din comandă: anulați comanda',
    ],
    part_of_order_line: [
      'This is a part of another dish: take that dish off',
      'Face parte din alt produs: scoateți-l pe acela',
    ],
    not_cooked: ['A set menu is ticked course by course', 'Meniul fix se bifează fel cu fel'],
    order_not_yours: [
      'This order does not exist, or belongs to another phone',
      'Această comandă nu există sau aparține altui telefon',
    ],
    payments_off: [
      'Payments are not recorded here: an owner can switch them on in the settings',
      'Aici nu se înregistrează plăți: proprietarul le poate activa din setări',
    ],
    due_changed: ['The amount due has changed meanwhile', 'Suma de plată s-a schimbat între timp'],
    unpaid: ['Not everything is settled yet', 'Încă nu s-a achitat totul'],
    currencies_differ: [
      'Only orders in the restaurant’s currency can be paid here',
      'Aici se pot achita numai comenzi în moneda restaurantului',
    ],
    house_limit: [
      'This is more than you may give on the house: please ask an owner',
      'Este mai mult decât puteți oferi din partea casei: întrebați proprietarul',
    ],
    already_reversed: [
      'This payment was already taken back, in full or in part',
      'Plata a fost deja anulată, integral sau parțial',
    ],
    not_your_payment: [
      'Only an owner can take back somebody else’s payment',
      'Doar proprietarul poate anula plata înregistrată de altcineva',
    ],
    reversal_over: [
      'This was recorded more than ten minutes ago: please ask an owner',
      'A fost înregistrată acum mai mult de zece minute: întrebați proprietarul',
    ],
    day_open: [
      'Close the day first: there are entries in the present currency',
      'Închideți mai întâi ziua: există înregistrări în moneda actuală',
    ],
    day_changed: [
      'Something was recorded meanwhile: please look at the figures again',
      'Între timp s-a mai înregistrat ceva: verificați din nou cifrele',
    ],
    nothing_to_close: [
      'Nothing was recorded since the last end of day',
      'Nu s-a înregistrat nimic de la ultima închidere a zilei',
    ],
    claimed: ['Another device is printing this', 'Alt dispozitiv tipărește acum acest bon'],
    printed: ['This has been printed', 'Acest bon a fost deja tipărit'],
    nothing_to_print: ['The kitchen no longer needs this ticket', 'Bucătăria nu mai are nevoie de acest bon'],
    decided: [
      'Somebody has already decided this, or it was printed meanwhile',
      'Altcineva a hotărât deja sau bonul s-a tipărit între timp',
    ],
    wrong_number: [
      'This is not the number on the last test page',
      'Acesta nu este numărul de pe ultima pagină de probă',
    ],
    printer_off: ['This printer is switched off in Masa', 'Această imprimantă este oprită în Masa'],
    too_many_printers: ['There can be at most 16 printers', 'Pot exista cel mult 16 imprimante'],
    one_fiscal_device: ['There can be only one fiscal device', 'Poate exista o singură casă de marcat'],
    fiscal_open: [
      'A fiscal receipt is open, or money stands on none: look at the list of fiscal receipts',
      'Un bon fiscal este deschis sau sunt bani fără bon: vedeți lista bonurilor fiscale',
    ],
    fiscal_missing: ['Fiscal receipts first need: {{names}}', 'Bonurile fiscale au nevoie întâi de: {{names}}'],
    too_many_programs: ['There can be at most 20 programs', 'Pot exista cel mult 20 de programe'],
    too_many_rules: ['There can be at most 20 price rules', 'Pot exista cel mult 20 de reguli de preț'],
    too_many_webhooks: [
      'There can be at most 8 addresses for events',
      'Pot exista cel mult 8 adrese pentru evenimente',
    ],
    webhook_off: ['This address is turned off. Turn it on first.', 'Această adresă este oprită. Porniți-o întâi.'],
    too_many_frames: [
      'Too many changes at once. Please slow down a little.',
      'Prea multe modificări deodată. Vă rugăm să așteptați puțin.',
    ],
    session_not_found: [
      'This shared cart does not exist, or belongs to another phone',
      'Acest coș comun nu există sau aparține altui telefon',
    ],
    session_over: ['This shared cart has ended', 'Acest coș comun s-a închis'],
    session_closed: ['The table was closed by the restaurant', 'Restaurantul a închis masa'],
    session_full: [
      'There is no room for another guest in this table’s shared cart',
      'Coșul comun al acestei mese nu mai are locuri libere',
    ],
    not_everybody_ready: ['Not everybody at the table is ready yet', 'Nu toți cei de la masă sunt gata încă'],
    cart_full: ['The shared cart is full', 'Coșul comun este plin'],
    not_your_line: [
      'Only the guest who added this dish can change it',
      'Doar cine a adăugat preparatul poate face această modificare',
    ],
    table_number_taken: ['Table number already exists', 'Numărul mesei există deja'],
    table_in_use: [
      'This table still has an open order or a shared cart',
      'Masa are încă o comandă deschisă sau un coș comun',
    ],
    table_taken: ['There is already a shared cart at that table', 'La masa aceea există deja un coș comun'],
    table_promised: [
      'Table {{number}} is reserved for others at that time',
      'Masa {{number}} este rezervată altcuiva la ora aceea',
    ],
    table_reserved: [
      'There are reservations to come at this table: move or cancel them first',
      'Pentru această masă există rezervări: mutați-le sau anulați-le mai întâi',
    ],
    no_table: [
      'No table with enough seats is free at that time',
      'La ora aceea nu este liberă nicio masă cu destule locuri',
    ],
    party_too_large: [
      'For so many people, please contact the restaurant',
      'Pentru atâtea persoane, contactați restaurantul',
    ],
    reservations_off: ['Tables cannot be reserved here at the moment', 'Momentan nu se pot rezerva mese aici'],
    reservations_held: [
      'There are too many reservations to come from this connection or phone number. Please call the restaurant.',
      'Există prea multe rezervări de la această conexiune sau acest număr. Sunați la restaurant.',
    ],
    reservation_over: ['This reservation can no longer be changed', 'Această rezervare nu mai poate fi modificată'],
    reservation_tomorrow: ['This reservation is for tomorrow', 'Rezervarea este pentru mâine'],
    reservation_early: ['This reservation is for a later day', 'Rezervarea este pentru altă zi'],
    reservation_not_yet: ['The time of this reservation has not come yet', 'Încă nu este ora rezervării'],
    reservation_asked: ['This reservation has to be confirmed first', 'Rezervarea trebuie mai întâi confirmată'],
    reservation_confirmed: ['The guests have not arrived yet', 'Clienții nu au venit încă'],
    reservation_seated: ['The guests are already at the table', 'Clienții sunt deja la masă'],
    reservation_done: ['The guests have already left', 'Clienții au plecat deja'],
    reservation_cancelled: ['This reservation has been cancelled', 'Rezervarea a fost anulată'],
    reservation_no_show: ['The guests were marked as not having come', 'Clienții au fost marcați că nu au venit'],
    reservation_ended: [
      'Too long ago: please make a new reservation',
      'A trecut prea mult timp: faceți o rezervare nouă',
    ],
    reservation_late: [
      'More than half an hour has passed: this can no longer be taken back',
      'A trecut mai mult de o jumătate de oră: nu se mai poate reveni',
    ],
    reservation_open: [
      'There is still a reservation to come: cancel it first',
      'Mai există o rezervare care urmează: anulați-o mai întâi',
    ],
    reservation_changed: ['Somebody else has changed this reservation', 'Altcineva a modificat această rezervare'],
    ask_house: ['Only the restaurant can change this: please call', 'Doar restaurantul poate modifica asta: sunați'],
    table_not_found: ['This table does not exist', 'Această masă nu există'],
    table_key: ['Please scan the code on your table', 'Scanați codul de pe masa dumneavoastră'],
    whatsapp_not_configured: [
      'WhatsApp is not connected: its account is set where Masa runs',
      'WhatsApp nu este conectat: contul se setează acolo unde rulează Masa',
    ],
    whatsapp_no_number: ['Save a phone number first', 'Salvați mai întâi un număr de telefon'],
  },
} as const satisfies WordPairs

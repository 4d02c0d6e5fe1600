import type { server as en } from '../en/server.ts'
import type { Romanian } from '../translate.ts'
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

export const server: Romanian<typeof en> = {
  checks: checkWords,
  proposal: proposalWords,
  notifications: notificationWords,
  dayFile: dayFileWords,
  testPage: testPageWords,
  errors: {
    malformed_body: 'Cererea nu a putut fi citită',
    forbidden: 'Contul dumneavoastră nu permite acest lucru',
    foreign_origin: 'Cererea a venit de pe alt site',
    unknown_host:
      'Această adresă nu este una dintre adresele restaurantului. Pentru a o permite, setați ALLOWED_HOSTS acolo unde rulează Masa.',
    metrics_token: 'Pentru valorile de monitorizare este nevoie de tokenul din METRICS_TOKEN',
    metrics_local: 'Fără METRICS_TOKEN, valorile de monitorizare sunt doar pentru programele de pe același calculator',
    not_found: 'Nu a fost găsit',
    place_changed: 'Altcineva a schimbat ordinea acestei liste',
    no_file: 'Alegeți un fișier',
    too_large: 'Conținutul este prea mare',
    unsupported_media_type: 'Acest tip de conținut nu este acceptat aici',
    too_many_requests: 'Prea multe încercări. Așteptați puțin.',
    unavailable: 'Serviciul nu este disponibil momentan. Încercați din nou puțin mai târziu.',
    ...accountRefusals,
    ...backupRefusals,
    ...billRefusals,
    calls_off: 'Momentan, ospătarul nu poate fi chemat de aici',
    call_again_later: 'Cineva a trecut chiar acum pe la masa dumneavoastră. Puteți chema din nou peste un minut.',
    call_over: 'Această chemare s-a încheiat',
    taken: '{{name}} este deja pe drum',
    ...cateringRefusals,
    delivery_unavailable: 'Livrarea nu este încă disponibilă',
    no_table_selected: 'Nicio masă selectată',
    notes_too_long: 'Mențiunile unei comenzi pot avea împreună cel mult 2.000 de caractere. Vă rugăm să le scurtați.',
    key_reused: 'Ați trimis deja acest lucru, cu alt conținut',
    price_changed: 'Prețurile s-au schimbat',
    item_unavailable: 'Nu mai avem: {{names}}',
    not_served: 'Nu se servește la această oră: {{names}}',
    portions_left: 'Au rămas mai puține porții: {{names}}',
    options_unfit: 'Alegeți din nou opțiunile: {{names}}',
    options_invalid: 'Aceste opțiuni nu sunt ale acestui preparat',
    aDish: 'un produs',
    closed: 'Restaurantul este închis',
    last_orders: 'Bucătăria nu mai primește comenzi astăzi',
    pickup_off: 'Comenzile la pachet nu au o oră aici',
    slot_gone: 'Această oră nu mai este liberă. Alegeți alta.',
    places_held:
      'Sunt prea multe comenzi la pachet deschise de la această conexiune sau de la acest număr de telefon. Vă rugăm să sunați la restaurant.',
    slots_full: 'Bucătăria nu mai are ore de ridicare libere',
    orders_paused: 'Bucătăria nu preia comenzi în acest moment. Încercați mai târziu.',
    ...customerRefusals,
    ...menuImportRefusals,
    ...menuRefusals,
    ...orderRefusals,
    order_not_yours: 'Această comandă nu există sau aparține altui telefon',
    ...paymentRefusals,
    ...printingRefusals,
    too_many_frames: 'Prea multe modificări deodată. Vă rugăm să așteptați puțin.',
    session_not_found: 'Acest coș comun nu există sau aparține altui telefon',
    session_over: 'Acest coș comun s-a închis',
    session_closed: 'Restaurantul a închis masa',
    session_full: 'Coșul comun al acestei mese nu mai are locuri libere',
    not_everybody_ready: 'Nu toți cei de la masă sunt gata încă',
    cart_full: 'Coșul comun este plin',
    not_your_line: 'Doar cine a adăugat preparatul poate face această modificare',
    ...tableEditorRefusals,
    table_not_found: 'Această masă nu există',
    table_key: 'Scanați codul de pe masa dumneavoastră',
    ...whatsappRefusals,
  },
}

import type * as en from '../../en/guest/errors.ts'

export const guestErrors: typeof en.guestErrors = {
  nameRequired: 'Numele trebuie să aibă cel puțin 2 caractere',
  phoneRequired: 'Introduceți un număr de telefon valid',
  emailInvalid: 'Introduceți o adresă de e-mail validă',
  validation: {
    required: 'Acest câmp este obligatoriu',
    wrong: 'Valoarea nu este validă',
    format: 'Formatul nu este corect',
    atLeastCharacters_one: 'Cel puțin un caracter',
    atLeastCharacters_few: 'Cel puțin {{count}} caractere',
    atLeastCharacters_other: 'Cel puțin {{count}} de caractere',
    atMostCharacters_one: 'Cel mult un caracter',
    atMostCharacters_few: 'Cel mult {{count}} caractere',
    atMostCharacters_other: 'Cel mult {{count}} de caractere',
    unprintable: 'Conține caractere care nu se pot tipări',
    emptyOrder: 'Comanda este goală',
  },
  errors: {
    invalid_input: 'Verificați datele introduse',
    unauthorized: 'Conectați-vă mai întâi',
    internal: 'Ceva nu a mers bine. Încercați din nou.',
    connection: 'Eroare de conexiune',
    connectionDescription: 'Actualizările în timp real sunt întrerupte. Se încearcă reconectarea.',
    websocket: 'Nu a reușit',
    sessionCreation: 'Coșul comun nu a putut fi deschis',
    orderCreation: 'Comanda nu a putut fi trimisă',
    orderCompletion: 'Comanda nu a putut fi finalizată',
    orderCompletionDescription: 'Încercați din nou.',
  },
}

export const requestRefusals: typeof en.requestRefusals = {
  malformed_body: 'Cererea nu a putut fi citită',
  forbidden: 'Contul dumneavoastră nu permite acest lucru',
  foreign_origin: 'Cererea a venit de pe alt site',
  https_needed: 'Acest server acceptă numai https://',
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
  moving: 'Sistemul restaurantului se mută pe alt server. Încercați din nou peste câteva minute.',
  unavailable: 'Serviciul nu este disponibil momentan. Încercați din nou puțin mai târziu.',
}

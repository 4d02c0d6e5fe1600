import type * as en from '../../en/guest/errors.ts'

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

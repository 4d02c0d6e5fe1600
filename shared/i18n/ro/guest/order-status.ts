import type * as en from '../../en/guest/order-status.ts'

export const orderStatusWords: typeof en.orderStatusWords = {
  title_one: 'Comanda dumneavoastră',
  title_few: 'Comenzile dumneavoastră',
  title_other: 'Comenzile dumneavoastră',
  progress: 'Starea comenzii',
  order: 'Comanda #{{id}}',
  more: '+{{count}}',
  stage: {
    received: 'Primită',
    seen: 'Văzută',
    preparing: 'În preparare',
    ready: 'Gata',
    completed: 'Finalizată',
    cancelled: 'Anulată',
  },
  step: {
    received: 'Primită',
    seen: 'Văzută',
    preparing: 'În preparare',
    ready: 'Gata',
  },
  delivered: { takeaway: 'Predată', here: 'Servită' },
  meaning: {
    received: 'Comanda a ajuns la noi. Bucătăria o va vedea imediat.',
    seen: 'Bucătăria a văzut comanda.',
    preparing: 'Bucătăria vă pregătește comanda.',
    ready: { takeaway: 'O puteți ridica acum.', here: 'Vă va fi adusă imediat.' },
    delivered: 'Poftă bună!',
    completed: 'Vă mulțumim și vă mai așteptăm.',
    cancelled: 'Restaurantul a anulat această comandă. Pentru orice întrebare, vă stăm la dispoziție.',
  },
  done: 'etapă încheiată',
  changed: 'Restaurantul v-a modificat comanda. Noul total: {{total}}',
  announced: 'Comanda #{{id}}: {{word}}. {{sentence}}',
  connectionLost: 'Conexiune întreruptă. Se încearcă reconectarea...',
  asOf: 'Ultima actualizare: ora {{time}}.',
  dismiss: 'Ascundeți',
  dismissAll: 'Ascundeți starea comenzii',
}

export const orderStatusRefusals: typeof en.orderStatusRefusals = {
  order_not_yours: 'Această comandă nu există sau aparține altui telefon',
}

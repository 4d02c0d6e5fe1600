import type * as en from '../../en/guest/calls.ts'

export const callWords: typeof en.callWords = {
  open: 'Chemați ospătarul sau cereți nota',
  title: 'Cu ce vă putem ajuta?',
  waiter: 'Chemați ospătarul',
  bill: 'Nota, vă rog',
  how: 'Cum doriți să plătiți?',
  cash: 'Numerar',
  card: 'Cu cardul',
  told: 'Ospătarul a fost anunțat',
  taken: 'Vine imediat',
  ended: 'Cineva a trecut pe la masa dumneavoastră.',
}

export const callRefusals: typeof en.callRefusals = {
  calls_off: 'Momentan, ospătarul nu poate fi chemat de aici',
  call_again_later: 'Cineva a trecut chiar acum pe la masa dumneavoastră. Puteți chema din nou peste un minut.',
  call_over: 'Această chemare s-a încheiat',
  taken: '{{name}} este deja pe drum',
}

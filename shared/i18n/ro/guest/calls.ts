import type * as en from '../../en/guest/calls.ts'

export const callRefusals: typeof en.callRefusals = {
  calls_off: 'Momentan, ospătarul nu poate fi chemat de aici',
  call_again_later: 'Cineva a trecut chiar acum pe la masa dumneavoastră. Puteți chema din nou peste un minut.',
  call_over: 'Această chemare s-a încheiat',
  taken: '{{name}} este deja pe drum',
}

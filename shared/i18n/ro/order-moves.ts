import type { orderMoveWords as en } from '../en/order-moves.ts'

export const orderMoveWords: typeof en = {
  open: 'Mutați la masa…',
  title: 'Mutați la masa',
  which: 'La ce masă?',
  status: { available: 'liberă', occupied: 'ocupată', reserved: 'rezervată' },
  becomesDineIn: 'Comanda se va servi la restaurant. Nu mai poate redeveni comandă la pachet.',
  confirm: 'Mutați la masa {{number}}',
  choose: 'Alegeți o masă',
  none: 'Nu există altă masă.',
  over: 'Comanda s-a încheiat, deci nu mai poate fi mutată.',
  moved: 'Comanda #{{id}}: {{from}} → {{to}}',
  movedFrom: 'mutată de la masa {{number}}',
}

import type * as en from '../../en/guest/promotions.ts'

export const promotionWords: typeof en.promotionWords = {
  title: 'Promoții',
  carousel: 'carusel',
  slide: 'imagine din carusel',
  previous: 'Promoția anterioară',
  next: 'Promoția următoare',
  place: 'Promoția {{number}} din {{total}}',
  shown: 'Promoția {{number}} din {{total}}: {{title}}',
}

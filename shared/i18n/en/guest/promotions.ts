/** The promotions above the menu. */
export const promotionWords = {
  title: 'Promotions',
  carousel: 'carousel',
  slide: 'slide',
  previous: 'Previous promotion',
  next: 'Next promotion',
  place: 'Promotion {{number}} of {{total}}',
  shown: 'Promotion {{number}} of {{total}}: {{title}}',
}

/** The words of a catering proposal, which the server draws as PDF. */
export const proposal = {
  proposal: {
    fileName: 'proposal-{{id}}.pdf',
    title: 'Catering proposal',
    number: 'No. {{id}} · {{date}}',
    taxNumber: 'Tax number (CUI)',
    customer: 'For',
    event: 'Event',
    guests_one: '{{count}} guest',
    guests_few: '{{count, number}} guests',
    guests_other: '{{count, number}} guests',
    validUntil: 'Valid until {{date}}',
    dish: 'Dish',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    amount: 'Amount',
    allergens: 'Allergens: {{names}}',
    allergensNote:
      'Allergens are listed as the kitchen has declared them. If any of your guests has an allergy, please tell us.',
    total: 'Total',
    discount: 'Discount {{percent, number}}%',
    totalAfterDiscount: 'Total after discount',
    perGuest: 'Per guest',
    notes: 'Notes',
  },
}

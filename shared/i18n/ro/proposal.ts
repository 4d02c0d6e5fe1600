/** The words of a catering proposal, which the server draws as PDF. */
export const proposal = {
  proposal: {
    fileName: 'oferta-{{id}}.pdf',
    title: 'Ofertă de catering',
    number: 'Nr. {{id}} · {{date}}',
    taxNumber: 'CUI',
    customer: 'Pentru',
    event: 'Eveniment',
    guests_one: '{{count}} invitat',
    guests_few: '{{count, number}} invitați',
    guests_other: '{{count, number}} de invitați',
    validUntil: 'Valabilă până la {{date}}',
    dish: 'Preparat',
    quantity: 'Cantitate',
    unitPrice: 'Preț unitar',
    amount: 'Valoare',
    allergens: 'Alergeni: {{names}}',
    allergensNote:
      'Alergenii sunt cei declarați de bucătărie. Dacă vreunul dintre invitați are o alergie, vă rugăm să ne spuneți.',
    total: 'Total',
    discount: 'Reducere {{percent, number}}%',
    totalAfterDiscount: 'Total după reducere',
    perGuest: 'Pe persoană',
    notes: 'Mențiuni',
  },
}

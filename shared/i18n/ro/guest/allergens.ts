import type * as en from '../../en/guest/allergens.ts'

export const allergenWords: typeof en.allergenWords = {
  title: 'Alergenii mei',
  description:
    'Bifați ce trebuie să evitați. Preparatele care conțin acești alergeni sunt marcate, iar înainte de a le adăuga în coș vă întrebăm.',
  stays: 'Alegerea rămâne pe acest telefon și nu este trimisă nimănui.',
  caution:
    'Ne bazăm pe ce a declarat bucătăria. Dacă aveți o alergie gravă, vă rugăm să ne spuneți și nouă: nu se poate exclude prezența unor urme de alergeni.',
  clear: 'Ștergeți tot',
  done: 'Am ales',
  askTitle: '{{name}} conține {{allergens}} — adăugați totuși?',
  askDescription: 'Ați bifat acest lucru la „Alergenii mei”.',
  askUnknownTitle: 'Adăugați totuși „{{name}}”?',
  askText: 'Bucătăria a scris despre alergeni: „{{text}}”. Întrebați-ne dacă preparatul conține ce ați bifat.',
  askUndeclared:
    'Alergenii acestui preparat nu sunt declarați, deci poate conține ce ați bifat. Vă rugăm să ne întrebați mai întâi.',
  addAnyway: 'Adăugați totuși',
  doNotAdd: 'Nu adăugați',
}

import type { WordPairs } from '../../pairs.ts'

export const promotionEditorWords = {
  loading: ['Loading the promotions…', 'Se încarcă promoțiile…'],
  count_one: ['{{count}} promotion', '{{count}} promoție'],
  count_other: ['{{count, number}} promotions', '{{count, number}} de promoții'],
  shownNow: ['Shown now: {{number}}', 'Afișate acum: {{number}}'],
  add: ['Add promotion', 'Promoție nouă'],
  addFirst: ['Add your first promotion', 'Adăugați prima promoție'],
  empty: ['No promotions yet', 'Nu există încă promoții'],
  emptyDescription: [
    'What you announce here appears above the menu, on its days and at its hours.',
    'Ce anunțați aici apare deasupra meniului, în zilele și la orele stabilite.',
  ],
  active: ['Activă', 'Activă'],
  inactive: ['Inactivă', 'Inactivă'],
  standing: {
    off: ['Switched off', 'Oprită'],
    ended: ['Ended', 'Încheiată'],
    never: ['Never: no such weekday in these days', 'Niciodată: perioada nu cuprinde aceste zile'],
    shown: ['Shown now', 'Afișată acum'],
    shownUntil: ['Shown now, until {{time}}', 'Afișată acum, până la {{time}}'],
    today: ['Today at {{time}}', 'Azi la {{time}}'],
    from: ['From {{day}}', 'Din {{day}}'],
    fromAt: ['From {{day}}, {{time}}', 'Din {{day}}, {{time}}'],
  },
  allDay: ['all day', 'toată ziua'],
  place: ['Number {{place}}', 'Numărul {{place}}'],
  deleteDescription: [
    'Guests no longer see it. This cannot be undone.',
    'Clienții nu o mai văd. Acțiunea este definitivă.',
  ],
  addTitle: ['New promotion', 'Promoție nouă'],
  editTitle: ['Edit promotion', 'Modificați promoția'],
  createFailed: [
    'The promotion could not be created. Please try again.',
    'Promoția nu a putut fi creată. Încercați din nou.',
  ],
  moveFailed: ['Failed to move promotion', 'Promoția nu a putut fi mutată'],
  updateFailed: ['Failed to update promotion', 'Promoția nu a putut fi modificată'],
  toggleFailed: ['Failed to toggle promotion', 'Promoția nu a putut fi pornită sau oprită'],
  deleteFailed: ['Failed to delete promotion', 'Promoția nu a putut fi ștearsă'],
  pictureKept: [
    'Nothing has been saved yet; what you typed is still here.',
    'Nu s-a salvat încă nimic; ce ați scris s-a păstrat.',
  ],
  fields: {
    title: ['Title · English', 'Titlu · engleză'],
    titleRo: ['Title · Romanian', 'Titlu · română'],
    startDate: ['First day', 'Prima zi'],
    endDate: ['Last day', 'Ultima zi'],
    startHour: ['From hour', 'De la ora'],
    endHour: ['To hour', 'Până la ora'],
    weekdays: ['Days of the week', 'Zilele săptămânii'],
  },
  hints: {
    startHour: ['For example 12:00. Empty: all day.', 'De exemplu 12:00. Gol: toată ziua.'],
    endHour: ['For example 15:00.', 'De exemplu 15:00.'],
  },
} as const satisfies WordPairs

export const promotionErrors = {
  promotion_image_too_large: ['Image size must be less than 5MB', 'Imaginea trebuie să aibă cel mult 5\u00a0MB'],
} as const satisfies WordPairs

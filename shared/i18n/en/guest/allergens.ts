/** The guest’s choice of allergens. */
export const allergenWords = {
  title: 'My allergens',
  description: 'Mark what you must avoid. Dishes that contain it are marked, and we ask before one goes into the cart.',
  stays: 'Your choice stays on this phone and is never sent to anybody.',
  caution:
    'We rely on what the kitchen has declared. If you have a serious allergy, please tell us as well: traces can never be ruled out.',
  clear: 'Clear all',
  done: 'Done',
  askTitle: '{{name}} contains {{allergens}} — add anyway?',
  askDescription: 'You marked this under “My allergens”.',
  askUnknownTitle: 'Add {{name}} anyway?',
  askText: 'The kitchen writes about allergens: “{{text}}”. Please ask us whether what you marked is in it.',
  askUndeclared: 'Its allergens are not declared, so it may contain what you marked. Please ask us first.',
  addAnyway: 'Add anyway',
  doNotAdd: 'Do not add',
}

import type { pictureChoiceWords as en } from '../en/picture-choice.ts'

export const pictureChoiceWords: typeof en = {
  label: 'Imagine',
  chosen: 'Imaginea pe care ați ales-o',
  choose: 'Alegeți',
  replace: 'Înlocuiți',
  remove: 'Eliminați',
  hint: 'JPG, PNG sau WebP, cel mult 5 MB. O îndreptăm și o micșorăm noi.',
  sending: 'Se trimite imaginea',
  failed: 'Imaginea nu a putut fi încărcată',
  failedDescription: 'Încărcarea a eșuat',
}

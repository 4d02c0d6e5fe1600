import type * as en from '../../en/owner/pictures.ts'

export const pictureChoiceWords: typeof en.pictureChoiceWords = {
  label: 'Imagine',
  chosen: 'Imaginea pe care ați ales-o',
  choose: 'Alegeți',
  replace: 'Înlocuiți',
  remove: 'Eliminați',
  hint: 'JPG, PNG sau WebP, cel mult 5 MB. O fotografie mai mare poate fi micșorată aici.',
  shrink: 'Micșorați-o aici',
  notShrunk:
    'Fotografia nu a putut fi micșorată aici. Alegeți alta sau micșorați-o în aplicația de fotografii a telefonului.',
  sending: 'Se trimite imaginea',
  failed: 'Imaginea nu a putut fi încărcată',
  failedDescription: 'Încărcarea a eșuat',
}

export const pictureValidation: typeof en.pictureValidation = {
  imageUrl: 'Trebuie să fie o adresă web sau să rămână necompletat',
}

export const pictureErrors: typeof en.pictureErrors = {
  image_too_large: 'Imaginea trebuie să aibă cel mult 5 MB',
  image_type: 'Se acceptă doar imagini JPG, PNG și WebP',
  image_heic:
    'Se acceptă doar imagini JPG, PNG și WebP. Aceasta este o fotografie HEIC, făcută cu un iPhone: în configurările lui alegeți Cameră, Formate, Cel mai compatibil, sau trimiteți-vă fotografia ca JPG.',
}

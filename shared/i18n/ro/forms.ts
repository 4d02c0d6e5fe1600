import type * as en from '../en/forms.ts'

export const formWords: typeof en.formWords = {
  nameRequired: 'Numele trebuie să aibă cel puțin 2 caractere',
  phoneRequired: 'Introduceți un număr de telefon valid',
  emailInvalid: 'Introduceți o adresă de e-mail validă',
  validation: {
    required: 'Acest câmp este obligatoriu',
    wrong: 'Valoarea nu este validă',
    format: 'Formatul nu este corect',
    atLeastCharacters_one: 'Cel puțin un caracter',
    atLeastCharacters_few: 'Cel puțin {{count}} caractere',
    atLeastCharacters_other: 'Cel puțin {{count}} de caractere',
    atMostCharacters_one: 'Cel mult un caracter',
    atMostCharacters_few: 'Cel mult {{count}} caractere',
    atMostCharacters_other: 'Cel mult {{count}} de caractere',
    unprintable: 'Conține caractere care nu se pot tipări',
    emptyOrder: 'Comanda este goală',
  },
  errors: {
    invalid_input: 'Verificați datele introduse',
    connection: 'Eroare de conexiune',
    connectionDescription: 'Actualizările în timp real sunt întrerupte. Se încearcă reconectarea.',
    websocket: 'Nu a reușit',
    sessionCreation: 'Coșul comun nu a putut fi deschis',
    orderCreation: 'Comanda nu a putut fi trimisă',
    orderCompletion: 'Comanda nu a putut fi finalizată',
    orderCompletionDescription: 'Încercați din nou.',
  },
  phone: {
    country: 'Țara numărului: {{name}}, +{{code}}',
    countries: 'Țări',
    search: 'Căutați țara sau prefixul',
    none: 'Nicio țară găsită',
  },
}

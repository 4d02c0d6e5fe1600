import type { WordPairs } from '../pairs.ts'

/** Loaded only where there is a fiscal device. */
export const fiscal = {
  /** The state of fiscal receipts, and what people decide about them. */
  fiscal: {
    late_one: ['{{count, number}} fiscal receipt not printed', '{{count, number}} bon fiscal netipărit'],
    late_other: ['{{count, number}} fiscal receipts not printed', '{{count, number}} de bonuri fiscale netipărite'],
    left_one: [
      '{{count, number}} bill with money on no fiscal receipt',
      '{{count, number}} notă cu bani fără bon fiscal',
    ],
    left_other: [
      '{{count, number}} bills with money on no fiscal receipt',
      '{{count, number}} de note cu bani fără bon fiscal',
    ],
    leftMark: ['on no receipt', 'fără bon'],
    leftTitle: ['Money on no fiscal receipt', 'Bani fără bon fiscal'],
    leftMeans: [
      'No receipt comes for it: key it in at the device.',
      'Nu va veni niciun bon: introduceți-l la casa de marcat.',
    ],
    whys: {
      unpaid: ['The bill ended, and not all of it was paid.', 'Nota s-a încheiat fără să fie plătită toată.'],
      taken_off: [
        'Something was taken off it, and the money was not given back.',
        'S-a scos ceva din ea, iar banii nu s-au dat înapoi.',
      ],
      cancelled: [
        'An order of it was cancelled, and the money was not given back.',
        'O comandă din ea s-a anulat, iar banii nu s-au dat înapoi.',
      ],
      before: [
        'A part of it was paid while fiscal receipts were off.',
        'O parte din ea s-a plătit cât bonurile fiscale erau oprite.',
      ],
      tip: ['A tip of a payment that was recorded anew.', 'Bacșișul unei plăți înregistrate din nou.'],
    },
    look: ['Look', 'Vedeți'],
    title: ['Fiscal receipts', 'Bonuri fiscale'],
    settled: ['Every fiscal receipt is printed.', 'Toate bonurile fiscale sunt tipărite.'],
    kinds: { receipt: ['Fiscal receipt', 'Bon fiscal'], z: ['Z report', 'Raport Z'] },
    numbered: ['{{name}} no. {{number}}', '{{name}} nr. {{number}}'],
    states: {
      waiting: ['waiting for the device', 'așteaptă casa de marcat'],
      handed: ['at the device', 'la casa de marcat'],
      printed: ['printed', 'tipărit'],
      refused: ['not printed', 'netipărit'],
      unclear: ['may have printed', 'poate s-a tipărit'],
      by_hand: ['keyed in by hand', 'introdus manual'],
      withdrawn: ['withdrawn', 'retras'],
    },
    waits: [
      'The device’s computer has not fetched it. Is it on?',
      'Calculatorul casei de marcat nu l-a preluat. Este pornit?',
    ],
    unclear: [
      'The device did not answer. Look for the paper first.',
      'Casa de marcat nu a răspuns. Căutați întâi bonul pe hârtie.',
    ],
    reasons: {
      late: [
        'It waited ten minutes. Somebody may have keyed it in: ask first.',
        'A așteptat zece minute. Poate l-a introdus cineva manual: întrebați întâi.',
      ],
      off: [
        'Fiscal receipts were switched off while it waited. Key it in by hand.',
        'Bonurile fiscale au fost oprite cât timp aștepta. Introduceți-l manual.',
      ],
      MASA: [
        'Nothing was handed to the device. Its computer says why.',
        'Nu a ajuns la casa de marcat. Calculatorul ei arată de ce.',
      ],
      fiscal_sum: [
        'Dishes ({{lines}}) and payments ({{payments}}) differ. Key it in by hand.',
        'Preparatele ({{lines}}) și plățile ({{payments}}) diferă. Introduceți-l manual.',
      ],
      fiscal_group: [
        'Key it in by hand at the device. Your owner still has to set: {{what}}.',
        'Introduceți-l manual la casa de marcat. Proprietarul mai are de setat: {{what}}.',
      ],
      device: ['The device says: {{words}}', 'Casa de marcat spune: {{words}}'],
    },
    missing: {
      payments: ['the recording of payments', 'înregistrarea plăților'],
      currency: ['lei as the currency', 'leul ca monedă'],
      rounding: ['cash that is not rounded', 'numerar fără rotunjire'],
      device: ['a fiscal device that is switched on', 'o casă de marcat pornită'],
      rate: ['the group of {{rate}}\u00a0%', 'grupa pentru {{rate}}\u00a0%'],
      none: ['the group of dishes without a rate', 'grupa preparatelor fără cotă TVA'],
      deposit: ['the group of the deposit', 'grupa garanției'],
      tip: ['the group of the tip', 'grupa bacșișului'],
      method: ['the code of {{name}}', 'codul pentru {{name}}'],
    },
    lateAnswer: {
      printed: [
        'The device has printed it as well, no. {{number}}: cancel one.',
        'L-a tipărit și casa de marcat, nr. {{number}}: anulați unul.',
      ],
      refused: ['The device says that it did not print it.', 'Casa de marcat spune că nu l-a tipărit.'],
    },
    undone: [
      'Something of it was taken back later: correct it at the device.',
      'O parte s-a anulat după aceea: corectați la casa de marcat.',
    ],
    withoutTaxNumber: ['Without the tax number: the device prints none.', 'Fără CUI: casa de marcat nu îl tipărește.'],
    forCompany: ['Tax number {{taxNumber}}', 'CUI {{taxNumber}}'],
    decisions: {
      printed: ['It is printed', 'S-a tipărit'],
      again: ['Print again', 'Tipăriți din nou'],
      by_hand: ['Keyed in by hand', 'Introdus manual'],
    },
    printZ: ['Print the Z report', 'Tipăriți raportul Z'],
    printZMeans: ['It closes the day of the fiscal device.', 'Închide ziua casei de marcat.'],
    zFailed: ['The Z report could not be requested', 'Raportul Z nu a putut fi cerut'],
    zAsked: ['The Z report is on its way to the device', 'Raportul Z este pe drum spre casa de marcat'],
  },
  /** What receipts need before they are switched on. */
  fiscalSteps: {
    label: ['What fiscal receipts need', 'Ce trebuie pentru bonurile fiscale'],
    done: ['Done', 'Gata'],
    open: ['Still to do', 'De făcut'],
    paymentsDone: ['Recorded in lei, cash not rounded.', 'Se înregistrează în lei, fără rotunjirea numerarului.'],
    rates: ['VAT rates of the menu', 'Cotele de TVA din meniu'],
    ratesDone: ['In use: {{rates}}', 'În meniu: {{rates}}'],
    ratesMissing: [
      'Without a rate: {{names}}. Your accountant knows it. A restaurant that pays no VAT leaves them so, and sets the group of dishes without a rate in the next step.',
      'Fără cotă: {{names}}. Cota o știe contabilul. Un restaurant neplătitor de TVA le lasă așa și setează la pasul următor grupa preparatelor fără cotă.',
    ],
    toCategories: ['To the menu’s categories', 'La categoriile meniului'],
    device: ['Device and its codes', 'Casa de marcat și codurile ei'],
    deviceMissing: [
      'Ask its service firm for a few numbers, the VAT groups and the codes of the payment methods, and enter them here.',
      'Cereți firmei de service câteva numere, grupele de TVA și codurile metodelor de plată, și introduceți-le aici.',
    ],
    addDevice: ['Add the device', 'Adăugați casa de marcat'],
    openDevice: ['Open the device', 'Deschideți casa de marcat'],
    connector: ['Connector', 'Programul de legătură'],
    connectorSeen: ['It last asked for receipts at {{time}}.', 'A cerut bonuri ultima dată la {{time}}.'],
    connectorMissing: [
      'A small program on the computer of the device, which fetches the receipts. Its service firm installs it, with you beside them.',
      'Un mic program pe calculatorul casei de marcat, care preia bonurile. Îl instalează firma de service, împreună cu dumneavoastră.',
    ],
    switchedEarly: [
      'The connector has not asked for receipts yet. Until it does, none is printed: each bill has to be keyed in at the device by hand.',
      'Programul de legătură nu a cerut încă bonuri. Până atunci nu se tipărește niciunul: fiecare notă se introduce manual la casa de marcat.',
    ],
    connectorLost: [
      'The connector does not ask for receipts now. Until it does, none is printed: each bill has to be keyed in at the device by hand.',
      'Programul de legătură nu cere bonuri acum. Până atunci nu se tipărește niciunul: fiecare notă se introduce manual la casa de marcat.',
    ],
    toConnector: ['Set up the connector', 'Instalați programul de legătură'],
  },
  /** What is programmed in the device, and its connector. */
  fiscalDevice: {
    pilot: [
      'A pilot: no real device has printed through Masa yet. Look at each of the first receipts, and keep the cash register at hand.',
      'Pilot: nicio casă de marcat reală nu a tipărit încă prin Masa. Verificați fiecare dintre primele bonuri și fiți gata să le introduceți manual.',
    ],
    ask: [
      'These numbers are set in the device. Its service firm reads them to you: a wrong one prints a wrong VAT rate.',
      'Aceste numere sunt setate în casa de marcat. Vi le spune firma de service: unul greșit tipărește o cotă de TVA greșită.',
    ],
    groups: ['VAT groups', 'Grupe de TVA'],
    ofRate: ['Rate of {{rate}}\u00a0%', 'Cota de {{rate}}\u00a0%'],
    ofNone: ['Without a rate', 'Fără cotă'],
    ofDeposit: ['Deposit', 'Garanție'],
    ofTip: ['Tip', 'Bacșiș'],
    notSet: ['Not set', 'Nesetat'],
    articleGroup: ['Article group', 'Grupa de articole'],
    articleGroupHint: ['1 for a device without such groups.', '1 dacă nu are asemenea grupe.'],
    codes: ['Codes of the payment methods', 'Codurile metodelor de plată'],
    nameMax: ['Longest name, characters', 'Cel mai lung nume, caractere'],
    nameMaxHint: ['From 20 to 48.', 'De la 20 la 48.'],
    withTaxNumber: ['It prints a company’s tax number', 'Tipărește CUI-ul unei firme'],
    lacking: ['Missing: {{what}}', 'Lipsește: {{what}}'],
    examples: [
      'Six sample receipts, for the service firm to read',
      'Șase bonuri de probă, de citit de firma de service',
    ],
    sample: {
      rates: ['Two rates, by card', 'Două cote, cu cardul'],
      discount: ['A discount of the house', 'O reducere a casei'],
      tip: ['Card, cash and a tip', 'Card, numerar și bacșiș'],
      company: ['For a company', 'Pentru o firmă'],
      deposit: ['A deposit', 'O garanție'],
      setMenu: ['A set menu', 'Un meniu fix'],
    },
    file: ['Download the connector', 'Descărcați programul de legătură'],
    makeConfig: ['Create its configuration', 'Generați configurația'],
    configRenews: [
      'The configuration that it has now will no longer work.',
      'Configurația pe care o are acum nu va mai funcționa.',
    ],
    config: ['masa-fiscal.json, beside the connector', 'masa-fiscal.json, lângă programul de legătură'],
    configOnce: [
      'It is shown only now, and lets whoever has it fetch your receipts: give it to nobody but the service firm, which changes the two folders if the device’s driver has others.',
      'Se afișează doar acum, iar cine o are poate prelua bonurile: o dați doar firmei de service, care schimbă cele două foldere dacă driverul casei are altele.',
    ],
    copyConfig: ['Copy configuration', 'Copiați configurația'],
    start: ['The service firm starts it there with', 'Firma de service îl pornește acolo cu'],
  },
} as const satisfies WordPairs

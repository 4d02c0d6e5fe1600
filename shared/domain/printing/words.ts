/** The strings of receipt and bill, which are Romanian in every language of the restaurant (docs/product/tickets-and-receipts.md#receipts-receipt). */
export const RECEIPT_WORDS = {
  product: 'Masa',
  taxNumber: 'CUI:',
  date: 'Data:',
  order: 'Comanda:',
  orders: 'Comenzi:',
  customer: 'Client:',
  phone: 'Telefon:',
  email: 'Email:',
  table: 'Masa:',
  takeaway: 'La pachet',
  status: 'Status:',
  /** The statuses for a restaurant in Romanian; for one in English the receipt has them as the API does. */
  statuses: {
    pending: 'în așteptare',
    preparing: 'în preparare',
    ready: 'gata',
    delivered: 'predată',
    completed: 'finalizată',
    cancelled: 'anulată',
  },
  notes: 'Mențiuni:',
  dineInHeading: 'SERVIRE LA RESTAURANT',
  takeawayHeading: 'COMANDĂ LA PACHET',
  dish: 'Produs',
  quantity: 'Cant',
  price: 'Preț',
  /** The heading of lines without a guest's name, below those with one. */
  otherGuests: 'Alte persoane',
  /** In place of the name of a dish that was erased. */
  namelessDish: 'Produsul',
  total: 'TOTAL:',
  thanks: 'Vă mulțumim și poftă bună!',
  notFiscal: 'Nu este bon fiscal',
  billHeading: 'NOTĂ DE PLATĂ',
  /** In place of the guest's name on the bill of lines without one. */
  wholeTable: 'pentru toată masa',
  /** The number of one of several equal parts. */
  part: 'Partea:',
  /** Above the amount of a part. */
  tableTotal: 'Total masă:',
  tip: 'Bacșiș (alegeți):',
  otherTip: 'altă sumă:',
  totalWithTip: 'Total cu bacșiș:',
} as const

/** The strings of kitchen tickets, in the restaurant's language. */
export interface KitchenWords {
  table: (number: number) => string
  dineIn: string
  takeaway: string
  copy: string
  /** How many portions of a line are still to be cooked. */
  left: (quantity: number) => string
  removal: string
  cancellation: string
  move: string
  namelessDish: (id: number) => string
}

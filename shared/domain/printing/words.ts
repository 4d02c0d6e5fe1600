/** The words of receipt and bill, which are Romanian in every language of the restaurant (docs/product.md#receipts-receipt). */
export const RECEIPT_WORDS = {
  product: 'Masa',
  taxNumber: 'CUI:',
  date: 'Data:',
  order: 'Comanda:',
  customer: 'Client:',
  phone: 'Telefon:',
  email: 'Email:',
  table: 'Masa:',
  takeaway: 'La pachet',
  status: 'Status:',
  notes: 'Mențiuni:',
  dineInHeading: 'SERVIRE LA RESTAURANT',
  takeawayHeading: 'COMANDĂ LA PACHET',
  dish: 'Produs',
  quantity: 'Cant',
  price: 'Preț',
  /** Of lines that carry no guest's name, below those that do. */
  otherGuests: 'Alte persoane',
  /** A dish that has no name any more. */
  namelessDish: 'Produsul',
  total: 'TOTAL:',
  thanks: 'Vă mulțumim și poftă bună!',
  notFiscal: 'Nu este bon fiscal',
  billHeading: 'NOTĂ DE PLATĂ',
  tip: 'Bacșiș (alegeți):',
  otherTip: 'altă sumă:',
  totalWithTip: 'Total cu bacșiș:',
} as const

/** The words of kitchen tickets, in the restaurant's language. */
export interface KitchenWords {
  table: (number: number) => string
  dineIn: string
  takeaway: string
  copy: string
  /** How many of a line are still to be cooked. */
  left: (quantity: number) => string
  removal: string
  cancellation: string
  move: string
  namelessDish: (id: number) => string
}

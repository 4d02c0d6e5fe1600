/* What every cart and every way to order shows: a line, and why the server refused. */
export { CartLineRow } from './cart-line.tsx'
export { RefusalNotice } from './refusal-notice.tsx'

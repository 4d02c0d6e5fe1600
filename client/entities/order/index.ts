/* What every cart and every way to order shows: a line, and why the server refused. */
export { CartLineView } from './cart-line.tsx'
export { RefusalNotice } from './refusal-notice.tsx'

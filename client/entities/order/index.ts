/* What several parts show of an order: its lines, the word for its status, and why the server refused it. */
export { CartLineView } from './cart-line.tsx'
export { RefusalNotice } from './refusal-notice.tsx'
export { statusWord } from './status-word.ts'

/**
 * The header with which the server makes a change only if `version` is still the current one
 * (docs/product/orders.md#orders-match, docs/product/menu.md#menu-versions).
 */
export function ifMatch({ version }: { version: number }): { 'If-Match': string } {
  return { 'If-Match': `"${version}"` }
}

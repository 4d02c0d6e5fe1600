/** The header by which a change counts only for what was shown, not for a newer version (docs/product.md#orders-match, docs/product.md#menu-versions). */
export function ifMatch({ version }: { version: number }): { 'If-Match': string } {
  return { 'If-Match': `"${version}"` }
}

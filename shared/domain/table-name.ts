/**
 * A table's name or number with its label beside it: `Table 7 · Terasa 3` (docs/product/tables.md#tables-label).
 * @param label null for a table without one
 */
export function withLabel(name: string, label: string | null): string {
  return label === null ? name : `${name} · ${label}`
}

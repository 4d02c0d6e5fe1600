/** Layouts of codes on A4, in millimetres; each code is at least 35 mm wide (docs/product/tables.md#tables-codes). */
export const LAYOUTS = {
  sheet: { perPage: 12, codeWidth: 36 },
  stickers: { perPage: 8, codeWidth: 42 },
  tents: { perPage: 1, codeWidth: 72 },
} as const
export type Layout = keyof typeof LAYOUTS

/** Splits the tables into pages. */
export function pagesOf<Item>(tables: readonly Item[], layout: Layout): Item[][] {
  const { perPage } = LAYOUTS[layout]
  return Array.from({ length: Math.ceil(tables.length / perPage) }, (_, page) =>
    tables.slice(page * perPage, (page + 1) * perPage),
  )
}

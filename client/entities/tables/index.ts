/* The tables, and choosing one as an owner. */
export { TableGrid } from './table-grid.tsx'
export { tablesQuery, useTableLabels, useTables } from './tables-query.ts'

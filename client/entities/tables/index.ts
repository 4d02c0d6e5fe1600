/* Choosing a table as an owner. */
export { TableGrid } from './table-grid.tsx'

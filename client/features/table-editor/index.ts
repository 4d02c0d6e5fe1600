/** The tables as the owner keeps them, with their printed codes; choosing one for an order is in features/tables. */
export { sessionsKey, tablesKey } from './table-calls.ts'
export { TablesTab } from './tables-tab.tsx'

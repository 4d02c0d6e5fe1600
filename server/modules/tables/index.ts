/** The restaurant's tables, which the owner sets up. */
export { tablesArea } from './area.ts'
export { countTables } from './repo.ts'

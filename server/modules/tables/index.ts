/** The restaurant's tables, which the owner sets up. */
export { countTables } from './repo.ts'

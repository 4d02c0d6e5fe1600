/** The restaurant's tables, as the owner sets them up. */
export { tablesArea } from './area.ts'

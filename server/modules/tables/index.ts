/** The restaurant's tables, and when they are occupied. */
export { tablesArea } from './area.ts'
export { tableNumber } from './repo.ts'
export { freeWhenDone, occupy } from './service.ts'

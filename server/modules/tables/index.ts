/** The restaurant's tables, and when they are occupied. */

export { tableRoutes } from './routes.ts'
export { freeWhenDone, occupy, tableNumber } from './service.ts'

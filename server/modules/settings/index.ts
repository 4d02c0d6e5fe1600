/** The restaurant's settings: one row, read by every area. */
export { readSettings } from './repo.ts'
export { settingsRoutes } from './routes.ts'

/* Sales reports. They include the chart library, so import them only from a lazily loaded view. */
export { Reports } from './reports.tsx'

/** Reports: sales from one business day to another, compared with the previous period. */
export { reportsArea } from './area.ts'

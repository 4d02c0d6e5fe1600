/** Reports: sales from one business day to another, compared with the period before. */
export { reportsArea } from './area.ts'

/** Reports: what was sold from one business day to another, beside the period before. */
export { reportsArea } from './area.ts'

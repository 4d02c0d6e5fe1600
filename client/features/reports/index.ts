/** What was sold, by periods. It brings the library that draws its charts: only a view that is loaded when opened has it. */
export { Reports } from './reports.tsx'

/* How the nutrition of a dish is counted. */
export { kilojoules } from './energy.ts'

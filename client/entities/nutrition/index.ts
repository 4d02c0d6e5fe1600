/* Conversion of nutrition values. */
export { kilojoules } from './energy.ts'

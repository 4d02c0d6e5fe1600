/** The checks before service, for the screen and the doctor. */
export { readChecks } from './checks.ts'

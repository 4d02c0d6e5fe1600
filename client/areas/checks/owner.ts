/** What must be right before the doors open, each with its remedy. */
export { ServiceChecks } from './service-checks.tsx'

/** What must be right before the doors open, each with its remedy. */
export { BeforeService } from './before-service.tsx'

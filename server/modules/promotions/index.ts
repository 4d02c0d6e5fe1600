/** Promotions, which are shown above the menu on their days and at their hours. */
export { promotionsArea } from './area.ts'

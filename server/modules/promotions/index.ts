/** Promotions: announced above the menu on their days and at their hours. */
export { promotionRoutes } from './routes.ts'

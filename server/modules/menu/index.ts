/** The menu: dishes in their categories, as guests and owners read it. */
export { publishMenu } from './published.ts'
export { type DishToday, dishesToday } from './repo.ts'
export { menuRoutes } from './routes.ts'

/** The menu: dishes in their categories, as guests and owners read it. */
export { menuArea } from './area.ts'
export {
  areDishesUnchangedSql,
  countShownDishes,
  type DishToday,
  dishesToday,
  type FoundDish,
  findDishesById,
  findDishesNeedingAttention,
  isOrderableSql,
} from './repo.ts'
export { unavailableDish } from './view.ts'

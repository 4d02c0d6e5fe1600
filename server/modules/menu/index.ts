/** The menu: dishes in their categories, as guests and owners read it. */
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

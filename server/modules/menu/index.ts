/** The menu: dishes in their categories, as guests and owners read it. */
export { existingOptions, GROUP_ROW_VERSION, type GroupRow, groupJson, groupsOfDishes } from './options/repo.ts'
export {
  countShownDishes,
  DISH_ROW_VERSION,
  type DishToday,
  dishesToday,
  type FoundDish,
  findDishesById,
  findDishesNeedingAttention,
  isOrderableSql,
  unavailableDish,
} from './repo.ts'

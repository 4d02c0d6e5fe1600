/** The menu: dishes in their categories, as guests and owners read it. */
export { existingOptions, GROUP_ROW_VERSION, type GroupRow, groupJson, groupsOfDishes } from './options/repo.ts'
export {
  givePortionsBack,
  LOCK_PORTIONS_SQL,
  portionsOf,
  TAKE_PORTIONS_SQL,
} from './portions-repo.ts'
export {
  countShownDishes,
  DISH_ROW_VERSION,
  type DishToday,
  dishesToday,
  type FoundDish,
  findDishesById,
  findDishesNeedingAttention,
  isOrderableSql,
  isSeen,
  unavailableDish,
} from './repo.ts'

/** The menu: dishes in their categories, as guests and owners read it. */
export { moveCategoriesToFirst } from './editing-repo.ts'
export { existingOptions, type GroupRow, groupJson, groupsOfDishes } from './options/repo.ts'
export { givePortionsBack, lockPortions, portionsOf } from './portions-repo.ts'
export {
  countShownDishes,
  type DishToday,
  dishesToday,
  type FoundDish,
  findDishesById,
  findDishesNeedingAttention,
  isOrderableSql,
  isSeen,
  readSoldKinds,
  unavailableDish,
} from './repo.ts'

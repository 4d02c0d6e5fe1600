/** Rules that lower prices by the hour: the menu, carts and orders read which of them concern a dish. */
export { type RuleOfDish, readRules, rulesOfDishSql } from './rules-repo.ts'

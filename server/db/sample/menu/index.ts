import { beer } from './beer.ts'
import { breakfast } from './breakfast.ts'
import { coffeeTea } from './coffee-tea.ts'
import { desserts } from './desserts.ts'
import type { SampleCategory } from './dish.ts'
import { fish } from './fish.ts'
import { grill } from './grill.ts'
import { pasta } from './pasta.ts'
import { pizza } from './pizza.ts'
import { romanianClassics } from './romanian-classics.ts'
import { salads } from './salads.ts'
import { sides } from './sides.ts'
import { softDrinks } from './soft-drinks.ts'
import { soups } from './soups.ts'
import { spirits } from './spirits.ts'
import { starters } from './starters.ts'
import { wine } from './wine.ts'

/** The sample menu in printed order: breakfast first, drinks last. */
export const sampleMenu: SampleCategory[] = [
  breakfast,
  starters,
  soups,
  salads,
  romanianClassics,
  grill,
  fish,
  pizza,
  pasta,
  sides,
  desserts,
  coffeeTea,
  softDrinks,
  beer,
  wine,
  spirits,
]

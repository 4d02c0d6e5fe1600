/** A promotion of the sample restaurant. Its days are relative to the day of the first start. */
export interface SamplePromotion {
  title: string
  titleRo: string
  description: string
  descriptionRo: string
  /** Name of the banner's icon. */
  icon: string
  firstDay: number
  lastDay: number
  hours?: { start: string; end: string }
}

export const samplePromotions: SamplePromotion[] = [
  {
    title: 'Lunch of the day for 39 lei',
    titleRo: 'Prânzul zilei la 39 de lei',
    description: 'Soup, main course and lemonade, every day 12:00–16:00',
    descriptionRo: 'Ciorbă, fel principal și limonadă, zilnic 12:00–16:00',
    icon: 'pot-of-food',
    firstDay: -30,
    lastDay: 60,
    hours: { start: '12:00', end: '16:00' },
  },
  {
    title: 'Papanași on the house',
    titleRo: 'Papanașii sunt din partea casei',
    description: 'With every takeaway order above 150 lei, all this month',
    descriptionRo: 'La fiecare comandă la pachet de peste 150 de lei, toată luna',
    icon: 'papanasi',
    firstDay: -5,
    lastDay: 25,
  },
  {
    title: 'Trout week',
    titleRo: 'Săptămâna păstrăvului',
    description: 'Fresh from the mountain farm, with polenta and garlic mujdei',
    descriptionRo: 'Proaspăt de la păstrăvăria din munte, cu mămăligă și mujdei',
    icon: 'zander',
    firstDay: -2,
    lastDay: 9,
  },
  {
    title: 'Pizza evenings for the family',
    titleRo: 'Seri de pizza în familie',
    description: 'Order any three pizzas from the wood oven, and the jug of lemonade is on us',
    descriptionRo: 'La oricare trei pizze din cuptorul cu lemne, carafa de limonadă e de la noi',
    icon: 'pizza',
    firstDay: -10,
    lastDay: 40,
  },
]

/** Returns a list with what can be acted on now first; the rest follows. Each of both parts keeps its order. */
export const actionableFirst = <Item>(list: readonly Item[], isActionable: (item: Item) => boolean): Item[] => [
  ...list.filter((item) => isActionable(item)),
  ...list.filter((item) => !isActionable(item)),
]

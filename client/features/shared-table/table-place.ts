import { change, tableStore } from './table-store.ts'

interface Dish {
  id: number
  name: string
  nameRo: string
  price: number
}

/** The shared cart, as the menu's steppers see it: one's own lines are stepped, everybody's are counted. */
export const tablePlace = {
  quantityOf(dishId: number): number {
    const { shown, seat } = tableStore.getState()
    const isOwn = (line: { participantId: string; menuItemId: number }) =>
      line.menuItemId === dishId && line.participantId === seat?.participantId
    return shown.lines.find(isOwn)?.quantity ?? 0
  },
  count: () => tableStore.getState().shown.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  add: ({ id, name, nameRo, price }: Dish) => change({ kind: 'add', dish: { id, name, nameRo, price }, quantity: 1 }),
  setQuantity: (dishId: number, quantity: number) => change({ kind: 'set', menuItemId: dishId, quantity }),
  subscribe: tableStore.subscribe,
  leave: (then: () => void) => tableStore.setState({ dialog: 'leave', afterLeaving: then }),
}

import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Order, OrderRequest } from '#shared/contracts/orders.ts'

const MOMENT = '2026-11-27T17:30:00.000Z'

const orderRequest: OrderRequest = {
  items: [{ menuItemId: 12, quantity: 2, notes: 'No onion', options: [31] }],
  total: 6900,
  diningOption: 'takeaway',
  customerName: 'Ana Pop',
  phoneNumber: '0712 345 678',
}

const order: Order = {
  id: 4021,
  customerName: 'Ana Pop',
  phoneNumber: '+40712345678',
  email: null,
  diningOption: 'takeaway',
  tableId: null,
  tableNumber: null,
  tableLabel: null,
  movedFrom: null,
  notes: null,
  total: 6900,
  currency: 'lei',
  status: 'pending',
  version: 1,
  createdAt: MOMENT,
  pickupAt: null,
  asap: false,
  startAt: MOMENT,
  updatedAt: MOMENT,
  seenAt: null,
  items: [
    {
      id: 9310,
      menuItemId: 12,
      quantity: 2,
      removedQuantity: 0,
      name: 'Bean soup',
      nameRo: 'Ciorbă de fasole',
      price: 3450,
      notes: 'No onion',
      guestName: null,
      options: [
        {
          ...{ id: 31, group: 'Extras', groupRo: 'Extra', name: 'Sour cream', nameRo: 'Smântână' },
          ...{ price: 600, quantity: 1, without: false },
        },
      ],
      partOf: null,
      cooked: true,
      stationId: 1,
      doneAt: null,
    },
  ],
  tickets: [],
  prints: [],
  paid: 0,
  due: 6900,
}

const menuItem: MenuItem = {
  id: 12,
  name: 'Bean soup',
  nameRo: 'Ciorbă de fasole',
  description: 'With smoked ham',
  descriptionRo: 'Cu afumătură',
  price: 2850,
  category: 'Soups',
  categoryRo: 'Ciorbe',
  imageUrl: '',
  tags: [],
  isActive: true,
  allergens: null,
  allergenCodes: ['celery'],
  nutritionalValues: null,
  ingredients: 'Beans, smoked ham, celery',
  ingredientsRo: 'Fasole, afumătură, țelină',
  allergensChecked: true,
  soldOutUntil: null,
  position: 1,
  version: 1,
  nameIsFallback: false,
  optionGroupIds: [7],
  isSetMenu: false,
  takeawayFee: null,
  servedHours: null,
  categoryServedHours: null,
  portionsLeft: null,
  hasOptions: true,
  fromPrice: null,
  requiredAllergenCodes: [],
  partsUndeclared: false,
  unmet: false,
}

/** The examples in the API's description, by the names of their schemas. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  OrderInput: orderRequest,
  Order: order,
  MenuItem: menuItem,
  SentEvent: { type: 'order.created', timestamp: MOMENT, data: order },
}

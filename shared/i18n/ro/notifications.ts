import type { Dictionary } from '../en/index.ts'

export const notifications: Pick<Dictionary, 'notifications'> = {
  notifications: {
    test: 'Mesaj de probă',
    orders_one: '{{count}} comandă nouă',
    orders_few: '{{count}} comenzi noi',
    orders_other: '{{count}} de comenzi noi',
  },
}

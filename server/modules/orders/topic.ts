/** The topic of one order that is new or changed. */
export const ORDER_TOPIC = 'order'
/** The topic of many orders that changed at once. */
export const ORDERS_TOPIC = 'orders'

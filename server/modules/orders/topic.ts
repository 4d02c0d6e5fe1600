/** What is announced when an order is new or changed. */
export const ORDER_TOPIC = 'order'
/** What is announced when many orders changed at once. */
export const ORDERS_TOPIC = 'orders'

/** What is announced when an order is new or changed. */
export const ORDER_TOPIC = 'order'

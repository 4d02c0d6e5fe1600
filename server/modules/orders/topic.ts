/** Topic of the announcement that one order is new or changed; carries the order's id. */
export const ORDER_TOPIC = 'order'
/** Topic of the announcement that many orders changed at once; does not say which. */
export const ORDERS_TOPIC = 'orders'

/** The maximum number of open orders in the response to a request without parameters. */
export const OPEN_ON_BOARD = 500
/** The maximum number of orders on a page, and of ended orders in the response to a request without parameters. */
export const ORDERS_PER_PAGE = 200
/**
 * The server sends this header with a list of orders that was cut because its orders are large: there are more
 * (docs/product/orders.md#orders-list).
 */
export const LIST_CUT = 'masa-list-cut'

/**
 * What the printers on the network are to print about an order's tickets, for the areas that write those; printing itself
 * is the area printers.
 */
export { followTickets, jobsSql, PRINTS_TICKETS_SQL, readStationsWithPrinter, withdrawJobs } from './repo.ts'

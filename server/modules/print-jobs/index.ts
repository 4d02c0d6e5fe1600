/** What printers are to print about an order's tickets, for the areas that write those. */
export { followTickets, jobsSql, PRINTS_TICKETS_SQL, readStationsWithPrinter, withdrawJobs } from './repo.ts'

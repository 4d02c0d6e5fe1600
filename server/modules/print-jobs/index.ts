/** What printers are to print about an order's tickets, for the areas that write those. */
export { addJobs, followTickets, PRINTS_TICKETS_SQL, readStationsWithPrinter, withdrawJobs } from './repo.ts'

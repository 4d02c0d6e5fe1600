/** The print jobs of an order's tickets, for the areas that write tickets. */
export { addJobs, followTickets, PRINTS_TICKETS_SQL, readStationsWithPrinter, withdrawJobs } from './repo.ts'

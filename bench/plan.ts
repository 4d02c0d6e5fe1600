/** How long and how often the bench measures. */
export interface Plan {
  rounds: number
  /** Rounds in which product and baseline are compared for one ratio. */
  pairs: number
  /** Duration of one measurement under load. */
  seconds: number
  /** For rates: many short rounds, so that changes of the machine's speed affect both sides equally. */
  rates: { rounds: number; seconds: number }
  /** Orders in one measurement of single orders, such as from order to board. */
  boardOrders: number
  /** Orders in the history of a report: on the embedded server, and on a PostgreSQL of its own. */
  reportOrders: { embedded: number; postgres: number }
  /** Shared tables at which changes are made. */
  sharedTables: number
  /** Idle phones; fewer if a process may not open so many files. */
  phones: number
  /** The histories whose pages are compared. */
  growth: Record<'small' | 'large', { orders: number; customers: number }>
  starts: number
  /** Orders after which memory is measured. */
  memoryOrders: number
  /** First views in the browser. */
  views: number
  /** Rounds in which the browser taps and scrolls. */
  handRounds: number
  taps: number
}

/** For meaningful figures; takes about ten minutes. */
export const full: Plan = {
  rounds: 5,
  pairs: 9,
  seconds: 2.5,
  rates: { rounds: 21, seconds: 0.6 },
  boardOrders: 300,
  reportOrders: { embedded: 100_000, postgres: 1_000_000 },
  sharedTables: 200,
  phones: 10_000,
  growth: { small: { orders: 1_000, customers: 1_000 }, large: { orders: 1_000_000, customers: 100_000 } },
  starts: 3,
  memoryOrders: 10_000,
  views: 9,
  handRounds: 3,
  taps: 12,
}
/** Only shows that everything runs; its figures are meaningless. */
export const quick: Plan = {
  rounds: 1,
  pairs: 1,
  seconds: 0.5,
  rates: { rounds: 1, seconds: 0.5 },
  boardOrders: 30,
  reportOrders: { embedded: 1_000, postgres: 10_000 },
  sharedTables: 20,
  phones: 400,
  growth: { small: { orders: 1_000, customers: 1_000 }, large: { orders: 5_000, customers: 2_000 } },
  starts: 1,
  memoryOrders: 100,
  views: 1,
  handRounds: 1,
  taps: 4,
}

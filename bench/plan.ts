/** How long and how often the bench measures. */
export interface Plan {
  rounds: number
  /** Duration of one measurement under load. */
  seconds: number
  /** For rates: many short rounds, so that changes of the machine's speed affect both sides equally. */
  rates: { rounds: number; seconds: number }
  /** Orders in one measurement of single orders, such as from order to board. */
  boardOrders: number
  /** Orders in the history of a report: on the embedded server, and on a PostgreSQL of its own. */
  reportOrders: { embedded: number; postgres: number }
  starts: number
  /** First views in the browser. */
  views: number
  /** Rounds in which the browser taps and scrolls. */
  handRounds: number
  taps: number
}

/** For meaningful figures; takes about ten minutes. */
export const full: Plan = {
  rounds: 5,
  seconds: 2.5,
  rates: { rounds: 21, seconds: 0.6 },
  boardOrders: 300,
  reportOrders: { embedded: 100_000, postgres: 1_000_000 },
  starts: 3,
  views: 9,
  handRounds: 3,
  taps: 12,
}
/** Only shows that everything runs; its figures are meaningless. */
export const quick: Plan = {
  rounds: 1,
  seconds: 0.5,
  rates: { rounds: 1, seconds: 0.5 },
  boardOrders: 30,
  reportOrders: { embedded: 1_000, postgres: 10_000 },
  starts: 1,
  views: 1,
  handRounds: 1,
  taps: 4,
}

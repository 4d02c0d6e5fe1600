/** How long and how often is measured. */
export interface Plan {
  rounds: number
  /** Length of one measurement of a rate. */
  seconds: number
  /** Orders of one measurement from order to board. */
  boardOrders: number
  starts: number
  /** First views in the browser. */
  views: number
  /** Rounds of taps and of scrolling. */
  handRounds: number
  taps: number
}

/** For figures that mean something: within six minutes. */
export const full: Plan = { rounds: 5, seconds: 2.5, boardOrders: 300, starts: 3, views: 5, handRounds: 3, taps: 12 }
/** Shows that everything runs; its figures mean nothing. */
export const quick: Plan = { rounds: 1, seconds: 0.5, boardOrders: 30, starts: 1, views: 1, handRounds: 1, taps: 4 }

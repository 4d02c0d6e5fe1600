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
  /** Marks of cooks in one measurement. */
  kitchenMarks: number
  /** Orders in the history of a report: on the embedded server, and on a PostgreSQL of its own. */
  reportOrders: { embedded: number; postgres: number }
  /** Shared tables at which changes are made. */
  sharedTables: number
  /** Idle phones; fewer if a process may not open so many files. */
  phones: number
  /** The histories whose pages are compared. */
  growth: Record<'small' | 'large', { orders: number; customers: number }>
  /** The restaurant that is backed up. */
  backup: { orders: number; customers: number; pictures: number; rounds: number }
  starts: number
  /** Orders after which memory is measured. */
  memoryOrders: number
  /** First views in the browser, and the ones before them that are not measured. */
  views: number
  warmUpViews: number
  /** Whether the guest's page is measured on a second network and a second processor. */
  allConditions: boolean
  /** Factor of the pauses in which a page or a server comes to rest. */
  pauses: number
  /** Dishes of the guest's large menu, and of staff's screens. */
  dishes: { phone: number; tab: number }
  /** Orders of the owner's Orders tab, and how many of them are open there and in the kitchen. */
  tabOrders: number
  openOrders: number
  /** Orders of the days whose answers are compared. */
  days: { few: number; many: number }
  /** Tables whose codes are printed. */
  codes: number
  customers: number
  /** Rounds in which the browser taps and scrolls. */
  handRounds: number
  taps: number
}

/** For meaningful figures. */
export const full: Plan = {
  rounds: 5,
  pairs: 5,
  seconds: 2.5,
  rates: { rounds: 11, seconds: 0.6 },
  boardOrders: 300,
  kitchenMarks: 60,
  reportOrders: { embedded: 100_000, postgres: 1_000_000 },
  sharedTables: 30,
  phones: 1_000,
  growth: { small: { orders: 1_000, customers: 1_000 }, large: { orders: 1_000_000, customers: 100_000 } },
  backup: { orders: 300_000, customers: 30_000, pictures: 500, rounds: 5 },
  starts: 3,
  memoryOrders: 10_000,
  views: 7,
  warmUpViews: 1,
  allConditions: true,
  pauses: 1,
  dishes: { phone: 500, tab: 644 },
  tabOrders: 10_000,
  openOrders: 500,
  days: { few: 500, many: 3_000 },
  codes: 100,
  customers: 100_000,
  handRounds: 3,
  taps: 12,
}
/** A plan that only shows that everything runs; its figures are meaningless. */
export const quick: Plan = {
  rounds: 1,
  pairs: 1,
  seconds: 0.3,
  rates: { rounds: 1, seconds: 0.3 },
  boardOrders: 30,
  kitchenMarks: 6,
  reportOrders: { embedded: 1_000, postgres: 10_000 },
  sharedTables: 10,
  phones: 400,
  growth: { small: { orders: 1_000, customers: 1_000 }, large: { orders: 5_000, customers: 2_000 } },
  backup: { orders: 300, customers: 100, pictures: 5, rounds: 1 },
  starts: 1,
  memoryOrders: 100,
  views: 1,
  warmUpViews: 0,
  allConditions: false,
  pauses: 0.2,
  dishes: { phone: 170, tab: 200 },
  tabOrders: 300,
  openOrders: 20,
  days: { few: 30, many: 60 },
  codes: 10,
  customers: 1_000,
  handRounds: 1,
  taps: 2,
}

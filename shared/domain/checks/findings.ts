/* What each check can find, and which of it is well: "Before service", the first steps and the doctor agree on it. */

/** `look`: soon needs attention; `unknown`: nobody has tried it; `unused`: which is fine. */
export const CHECK_STATES = ['ok', 'look', 'wrong', 'unknown', 'unused'] as const
export type CheckState = (typeof CHECK_STATES)[number]

/** The checks in the order of the screen, by its groups (docs/product/before-service.md#before-service-checks). */
export const CHECKS = {
  device: ['sound', 'screen', 'printer', 'live', 'signIn'],
  guests: ['menu', 'tables', 'phone', 'paused', 'hours', 'soldOut', 'unpriced', 'undeclared'],
  system: ['registration', 'printers', 'whatsapp', 'database', 'disk', 'backup', 'dayEnd'],
} as const
export type CheckGroup = keyof typeof CHECKS
export type CheckName = (typeof CHECKS)[CheckGroup][number]

/** What the server can find (`lost`, the browser), and the state that each finding is. */
const SERVER_FINDINGS = {
  signIn: { lasts: 'ok', ends: 'look' },
  menu: { some: 'ok', none: 'wrong' },
  tables: { some: 'ok', none: 'look', unused: 'unused' },
  // Of a menu without dishes, nothing is called ready.
  paused: { taken: 'ok', until: 'wrong', untilResumed: 'wrong', noDishes: 'unused' },
  hours: { open: 'ok', soon: 'ok', closed: 'look', unused: 'unused' },
  soldOut: { none: 'ok', some: 'look', noDishes: 'unused' },
  unpriced: { none: 'ok', some: 'wrong', noDishes: 'unused' },
  undeclared: { none: 'ok', some: 'look', noDishes: 'unused' },
  // Without a printer on the network, the screen does not name it.
  printers: { ready: 'ok', undecided: 'look', idle: 'look', notReady: 'wrong', unused: 'unused' },
  registration: { closed: 'ok', open: 'look' },
  whatsapp: { ok: 'ok', noNumber: 'look', stopped: 'wrong', off: 'unused', unused: 'unused' },
  database: { fine: 'ok', slow: 'look', lost: 'wrong' },
  disk: { free: 'ok', little: 'look', full: 'wrong', unknown: 'unused' },
  // Off: payments are not recorded here, and the screen does not name it.
  dayEnd: { closed: 'ok', forgotten: 'look', off: 'unused' },
  backup: { made: 'ok', sameDisk: 'look', old: 'look', none: 'look', failed: 'wrong', off: 'unused' },
} as const satisfies Findings

/** What only a browser can find: about its device, and with a phone in somebody's hand. */
const BROWSER_FINDINGS = {
  sound: { heardAt: 'ok', untried: 'unknown', question: 'unknown', off: 'wrong', remedy: 'wrong' },
  screen: { kept: 'ok', settled: 'ok', unsupported: 'look', refused: 'look', asking: 'unknown' },
  printer: {
    ...{ ready: 'ok', cameOutAt: 'ok', queue: 'look', browser: 'unknown', question: 'unknown' },
    ...{ blocked: 'wrong', failed: 'wrong', remedy: 'wrong' },
  },
  live: { live: 'ok', lost: 'wrong' },
  phone: { reached: 'ok', scan: 'unknown', local: 'wrong' },
} as const satisfies Findings

type Findings = Partial<Record<CheckName, Record<string, CheckState>>>
/** What each check can find, and the state that it is then in. */
export const FINDINGS = { ...SERVER_FINDINGS, ...BROWSER_FINDINGS }
export type ServerCheck = keyof typeof SERVER_FINDINGS
export type Finding<Name extends CheckName> = keyof (typeof FINDINGS)[Name] & string

export const SERVER_CHECKS = Object.keys(SERVER_FINDINGS) as ServerCheck[]

export function stateOf<Name extends CheckName>(name: Name, finding: Finding<Name>): CheckState {
  return FINDINGS[name][finding] as CheckState
}

/** Whether somebody has to act; a check that nobody has tried yet counts, too. */
export function needsAttention({ state }: { state: CheckState }): boolean {
  return state !== 'ok' && state !== 'unused'
}

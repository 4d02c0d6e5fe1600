/** What global-setup.ts creates once per run; every worker clones its own database from it. */
export interface SharedEnvironment {
  /** URL of a PostgreSQL server with the two databases below. */
  databaseServerUrl: string
  /** The folder with the demo's pictures. */
  dataDir: string
}

/** Database names: the demo with its whole menu, and the demo with only two active dishes in each category. */
export const WHOLE_MENU = 'whole_menu'
export const SHORT_MENU = 'short_menu'

export const OWNER = { username: 'patron', password: 'o-parolă-bună' }

const VARIABLE = 'E2E_SHARED_ENVIRONMENT'

/** Passes the environment to the workers, which inherit the variables of this process. */
export function publishEnvironment(environment: SharedEnvironment): void {
  process.env[VARIABLE] = JSON.stringify(environment)
}

export function sharedEnvironment(): SharedEnvironment {
  return JSON.parse(process.env[VARIABLE] ?? '') as SharedEnvironment
}

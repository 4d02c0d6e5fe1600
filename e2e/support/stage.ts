/** What all restaurants of a run of the journeys are copied from (setup.ts). */
export interface Stage {
  /** A PostgreSQL server with the databases below. */
  databaseServer: string
  /** Where the demo's pictures are. */
  dataDir: string
}

/** The demo's database, as it is and with the first few dishes of each category alone. */
export const WHOLE_MENU = 'whole_menu'
export const SHORT_MENU = 'short_menu'

export const OWNER = { username: 'patron', password: 'o-parolă-bună' }

const VARIABLE = 'JOURNEYS_STAGE'

/** For the workers, which inherit the environment. */
export function leaveStage(stage: Stage): void {
  process.env[VARIABLE] = JSON.stringify(stage)
}

export function findStage(): Stage {
  return JSON.parse(process.env[VARIABLE] ?? '') as Stage
}

import { rm } from 'node:fs/promises'
import { createDatabase, query } from '#server/testing/databases.ts'
import { startProcess } from '#server/testing/process.ts'
import { keepDatabasesInMemory, openTemporary, temporaryFolder } from '#server/testing/temporary-database.ts'
import { OWNER, publishEnvironment, SHORT_MENU, WHOLE_MENU } from './shared-environment.ts'

/** Active dishes per category in the database SHORT_MENU. */
const DISHES_PER_CATEGORY = 2

/**
 * Playwright's global setup: creates the demo databases once per run, because generating the demo's pictures takes
 * longer than most tests. Returns the teardown.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await keepDatabasesInMemory()
  const embedded = await openTemporary(100)
  const dataDir = await temporaryFolder()
  const wholeMenu = await createDatabase(embedded.url, WHOLE_MENU)
  const demo = await startProcess(
    {
      DATABASE_URL: wholeMenu,
      DATA_DIR: dataDir,
      PORT: '0',
      OWNER_USERNAME: OWNER.username,
      OWNER_PASSWORD: OWNER.password,
    },
    ['--demo'],
  )
  await demo.end('SIGTERM')
  await setPlain(wholeMenu)
  await shortenMenu(await createDatabase(embedded.url, SHORT_MENU, WHOLE_MENU))
  publishEnvironment({ databaseServerUrl: embedded.url, dataDir })
  return async () => {
    await embedded.close()
    for (const folder of [dataDir, `${dataDir}-backups`])
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Takes what the demo shows away: no test may depend on the hour, and a test switches on what it is about. */
const setPlain = (url: string) =>
  query(
    url,
    'update menu_categories set served_hours = null',
    'update promotions set start_hour = null, end_hour = null',
    `update settings set opening_hours = null, payments = false, pickup = jsonb_set(pickup, '{on}', 'false'),
       reservations = reservations || '{"on": false, "online": false}'`,
    'delete from reservations',
  )

/** Deactivates all but the first dishes of each category. */
const shortenMenu = (url: string) =>
  query(
    url,
    `update menu_items set is_active = false from (
       select id, row_number() over (partition by category_id order by position) as place from menu_items where is_active
     ) as ranked where ranked.id = menu_items.id and place > ${DISHES_PER_CATEGORY}`,
  )

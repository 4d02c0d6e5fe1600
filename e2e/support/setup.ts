import { rm } from 'node:fs/promises'
import pg from 'pg'
import { openTemporary, temporaryFolder } from '#server/db/embedded/temporary.ts'
import { createDatabase } from '#server/testing/databases.ts'
import { startProcess } from '#server/testing/process.ts'
import { leaveStage, OWNER, SHORT_MENU, WHOLE_MENU } from './stage.ts'

/** How many dishes of each category a short menu has. */
const SHORT = 2

/** Makes the demo once for the whole run: it draws all its pictures, which takes longer than most journeys. */
export default async function openStage(): Promise<() => Promise<void>> {
  const embedded = await openTemporary({ maxConnections: 100 })
  const dataDir = await temporaryFolder()
  const demo = await startProcess(
    {
      DATABASE_URL: await createDatabase(embedded.url, WHOLE_MENU),
      DATA_DIR: dataDir,
      PORT: '0',
      OWNER_USERNAME: OWNER.username,
      OWNER_PASSWORD: OWNER.password,
    },
    ['--demo'],
  )
  await demo.end('SIGTERM')
  await shortenMenu(await createDatabase(embedded.url, SHORT_MENU, WHOLE_MENU))
  leaveStage({ databaseServer: embedded.url, dataDir })
  return async () => {
    await embedded.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Hides the dishes of each category after the first few. */
async function shortenMenu(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `update menu_items set is_active = false from (
       select id, row_number() over (partition by category_id order by id) as place from menu_items where is_active
     ) as placed where placed.id = menu_items.id and place > $1`,
    [SHORT],
  )
  await client.end()
}

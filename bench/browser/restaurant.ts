/** The sample restaurant as guests see it: the product with its built pages and the demo's pictures. */
import { rm } from 'node:fs/promises'
import { withClient } from '#server/testing/databases.ts'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'
import { BENCH_OWNER } from '../product.ts'

export interface BenchRestaurant {
  url: string
  /** Restarts the server with this many dishes: copies of the sample's dishes under other names. */
  growTo(dishes: number): Promise<void>
  close(): Promise<void>
}

export async function openRestaurant(databaseUrl: string): Promise<BenchRestaurant> {
  const folder = await temporaryFolder()
  const start = () =>
    startProcess(
      {
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        PORT: '0',
        OWNER_USERNAME: BENCH_OWNER.username,
        OWNER_PASSWORD: BENCH_OWNER.password,
      },
      ['--demo'],
    )
  let server: RunningServer = await start()
  // No figure may depend on the hour, and none is about payments or pickup times.
  await withClient(databaseUrl, (client) =>
    client.query(
      `update menu_categories set served_hours = null;
      update settings set payments = false, pickup = jsonb_set(pickup, '{on}', 'false')`,
    ),
  )
  return {
    get url() {
      return server.url
    },
    async growTo(dishes) {
      await server.end('SIGTERM')
      await multiplyDishes(databaseUrl, dishes)
      server = await start()
    },
    async close() {
      await server.end('SIGTERM')
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 })
    },
  }
}

async function multiplyDishes(databaseUrl: string, dishes: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const columns =
      'category_id, description, description_ro, price, image_url, tags, allergens, allergen_codes, ' +
      'allergens_checked, nutritional_values, created_at, updated_at'
    const shown = `select * from menu_items i where is_active
      and exists (select from menu_categories c where c.id = i.category_id and c.is_active)`
    await client.query(
      `with shown as (${shown})
       insert into menu_items (name, name_ro, ${columns})
       select name || ' ' || n, name_ro || ' ' || n, ${columns}
       from shown, generate_series(2, $1::int) n order by n, id limit $1 - (select count(*) from shown)`,
      [dishes],
    )
  })
}

/* `npm run test:browser`: journeys on the built pages; `npm run screenshots`: pictures (`-- readme`, `-- guest`). */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { findBrowser } from './browser.mjs'
import { buildProduct, environment, installPackages, nodeToUse, root } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildProduct(node)
const args = [path.join('node_modules', '@playwright/test/cli.js'), 'test', ...process.argv.slice(2)]
const env = { ...environment(node), CHROMIUM_PATH: findBrowser() }
process.exit(spawnSync(node, args, { cwd: root, stdio: 'inherit', env }).status ?? 1)

/* `npm run test:browser`: journeys on the built pages; `npm run screenshots`: pictures (`-- readme`, `-- guest`). */
import { findBrowser } from './browser.mjs'
import { buildProduct, installPackages, nodeToUse, runInNode } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildProduct(node)
const args = ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)]
process.exit(runInNode(node, args, { CHROMIUM_PATH: findBrowser() }))

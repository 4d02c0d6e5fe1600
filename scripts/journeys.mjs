/*
 * `npm run test:browser`: journeys on the built pages; `npm run test:browsers`: in Firefox and WebKit; `npm run
 * screenshots`: pictures (`-- readme`, `-- guest`).
 */
import { findBrowser, findEngines, OTHER_ENGINES } from './browser.mjs'
import { buildProduct, installPackages, nodeToUse, runInNode } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildProduct(node)
const options = process.argv.slice(2)
const engines = options.includes(OTHER_ENGINES) ? findEngines(options) : undefined
const args = ['node_modules/@playwright/test/cli.js', 'test', ...options, ...(engines ?? [])]
process.exit(engines?.length === 0 ? 1 : runInNode(node, args, { CHROMIUM_PATH: findBrowser() }))

/*
 * `npm run test:browser`: journeys in a real browser on the built pages; a path or `-g "part of a title"` chooses some.
 * `npm run screenshots`: the pictures of the README (`-- readme`) and of the guest's screens (`-- guest`).
 */
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

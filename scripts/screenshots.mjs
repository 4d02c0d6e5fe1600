/* `npm run screenshots`: the pictures of the README, taken from the built pages with the sample restaurant. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { findBrowser } from './browser.mjs'
import { buildProduct, environment, installPackages, nodeToUse, root } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildProduct(node)
const args = [path.join('node_modules', '@playwright/test/cli.js'), 'test', '--config', 'e2e/screenshots/config.ts']
const env = { ...environment(node), CHROMIUM_PATH: findBrowser() }
process.exit(spawnSync(node, args, { cwd: root, stdio: 'inherit', env }).status ?? 1)

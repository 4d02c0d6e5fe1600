/* `npm run move`: moves the restaurant to another database (docs/running.md). */
import { buildServer, installPackages, nodeToUse, serve } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildServer(node)
serve(node, process.argv.slice(2), 'move')

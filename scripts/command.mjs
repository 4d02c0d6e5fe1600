/* `npm run backup` and the other commands (docs/running.md): runs the bundled server/cli.ts. */
import { buildServer, installPackages, nodeToUse, serve } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildServer(node)
serve(node, process.argv.slice(2), 'cli')

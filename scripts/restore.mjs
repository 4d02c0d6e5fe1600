/* `npm run restore`: restores a backup into an empty place (docs/running.md). */
import { buildServer, installPackages, nodeToUse, serve } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildServer(node)
serve(node, process.argv.slice(2), 'restore')

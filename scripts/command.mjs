/* `npm run backup` and the other commands (docs/running.md): runs the program of the bundled server that is named first. */
import { buildServer, installPackages, nodeToUse, serve } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildServer(node)
const [, , program, ...args] = process.argv
serve(node, args, program)

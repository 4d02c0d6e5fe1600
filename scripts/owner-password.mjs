/* `npm run owner:password -- <username>`: sets a new password for an owner who has lost theirs (docs/running.md). */
import { buildServer, installPackages, nodeToUse, serve } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildServer(node)
serve(node, process.argv.slice(2), 'owner-password')

/* `npm run owner:password -- <username>`: sets a new password for an owner who has lost theirs (docs/running.md). */
import { installPackages, nodeToUse, serve } from './prepare.mjs'

installPackages()
serve(nodeToUse(), process.argv.slice(2), 'owner-password.ts')

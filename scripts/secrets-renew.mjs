/* `npm run secrets:renew`: renews the secret of the cookies of known browsers (docs/running.md). */
import { buildServer, installPackages, nodeToUse, serve } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildServer(node)
serve(node, process.argv.slice(2), 'secrets-renew')

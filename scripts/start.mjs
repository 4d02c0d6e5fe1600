import { buildProduct, installPackages, nodeToUse, serve } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildProduct(node)
// `npm run build` ends here, and the next `npm start` serves at once.
if (!process.argv.includes('--build')) serve(node, process.argv.slice(2))

import { buildPages, installPackages, nodeToUse, serve } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildPages(node)
serve(node, ['--demo'])

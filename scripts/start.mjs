import { buildProduct, installPackages, nodeToUse, serve } from './prepare.mjs'

installPackages()
const node = nodeToUse()
buildProduct(node)
serve(node, [])

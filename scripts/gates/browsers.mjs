/*
 * The gate of browsers: `node scripts/gates/browsers.mjs [folder]`. The built pages may use no syntax and no built-in
 * that one of package.json's browsers (browserslist) lacks. A lookbehind is a failure of one browser that is caught
 * nowhere else, because a string may contain it. A style may show nothing only to a pointer that hovers.
 */
import { globSync, readFileSync } from 'node:fs'
import { runChecks } from 'es-check'

const SHOWN_BY_HOVERING = /:hover[^{}]*\{[^{}]*(?<=[{;\s])(?:display|visibility|position|clip-path|opacity\s*:\s*1)\b/
const LOOKBEHIND = /\(\?<[=!]/
/** The checker takes each method of this name, such as a chart's, for an array's. */
const NOT_WHAT_IT_SEEMS = 'ArrayPrototypeGroup'

const [folder = 'dist/client'] = process.argv.slice(2)
const files = globSync(`${folder}/**/*.js`).filter((file) => !/[\\/]ssr[\\/]/.test(file))
const { errors } = runChecks(
  [{ checkBrowser: true, module: true, checkFeatures: true, cache: false, ignore: NOT_WHAT_IT_SEEMS, files }],
  {},
)
const problems = [
  ...errors.map(({ file, err }) => `${file}: ${err.message}`),
  ...files.filter((file) => LOOKBEHIND.test(readFileSync(file, 'utf8'))).map((file) => `${file}: a lookbehind`),
  ...globSync(`${folder}/**/*.css`)
    .filter((file) => SHOWN_BY_HOVERING.test(readFileSync(file, 'utf8')))
    .map((file) => `${file}: shown only by hovering`),
]
process.stdout.write(`${files.length} files\n${problems.map((problem) => `${problem}\n`).join('')}`)
if (problems.length > 0) process.exitCode = 1

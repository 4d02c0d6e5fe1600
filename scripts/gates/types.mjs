/*
 * The type gate: `node scripts/gates/types.mjs server bench` checks these projects. Unlike tsc it checks a file only in
 * the project that names it, not again in each project that imports it, and reads a file that several projects use once.
 */
import path from 'node:path'
import ts from 'typescript'

const CACHE = path.join('node_modules', '.cache', 'types')

/** The files that were read, by their names and what else decides how they are understood. */
/** @type {Map<string, ts.SourceFile>} */
const sources = new Map()

/** @param {string} project a folder with a tsconfig.json @returns {readonly ts.Diagnostic[]} its errors */
function errorsOf(project) {
  const config = ts.getParsedCommandLineOfConfigFile(
    path.resolve(project, 'tsconfig.json'),
    // A second run checks only what changed since.
    { incremental: true, tsBuildInfoFile: path.resolve(CACHE, `${project.replaceAll('/', '-')}.json`) },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: giveUp },
  )
  if (config === undefined) throw new Error(`${project} has no tsconfig.json.`)
  const { options, fileNames: rootNames, errors: configFileParsingDiagnostics } = config
  const host = hostOf(options)
  const program = ts.createIncrementalProgram({ rootNames, options, configFileParsingDiagnostics, host })
  const own = new Set(rootNames)
  const isForeign = ({ fileName }) => !own.has(fileName)
  while (program.getSemanticDiagnosticsOfNextAffectedFile(undefined, isForeign));
  const errors = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...rootNames.flatMap((name) => program.getSemanticDiagnostics(program.getSourceFile(name))),
  ]
  program.emit()
  return ts.sortAndDeduplicateDiagnostics(errors)
}

/** @param {ts.CompilerOptions} options */
function hostOf(options) {
  const host = ts.createIncrementalCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, how, ...rest) => {
    const format = typeof how === 'object' ? how.impliedNodeFormat : undefined
    // The project's settings also decide what a .tsx file imports.
    const key = name.endsWith('.tsx') ? undefined : [name, format, options.module].join()
    const source = sources.get(key ?? '') ?? getSourceFile(name, how, ...rest)
    if (key && source) sources.set(key, source)
    return source
  }
  return host
}

/** @param {readonly ts.Diagnostic[]} errors */
function print(errors) {
  const names = { getCanonicalFileName: (/** @type {string} */ name) => name, getNewLine: () => '\n' }
  process.stdout.write(ts.formatDiagnostics(errors, { ...names, getCurrentDirectory: () => process.cwd() }))
}

/** @param {ts.Diagnostic} error @returns {never} */
function giveUp(error) {
  print([error])
  process.exit(1)
}

for (const project of process.argv.slice(2)) {
  const errors = errorsOf(project)
  print(errors)
  if (errors.length > 0) process.exitCode = 1
}

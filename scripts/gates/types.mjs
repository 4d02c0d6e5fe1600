/*
 * The type gate: `node scripts/gates/types.mjs server bench` checks these projects. Unlike tsc it checks a file only in
 * the project that names it, not again in each project that imports it.
 */
import path from 'node:path'
import ts from 'typescript'

const CACHE = path.join('node_modules', '.cache', 'types')

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
  const host = ts.createIncrementalCompilerHost(options)
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

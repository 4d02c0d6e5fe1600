import { buildServer } from './prepare.mjs'

/** Vitest's global setup: builds the server that tests start, again when they are run again. */
export default function setup(project) {
  buildServer(process.execPath)
  project.onTestsRerun(() => buildServer(process.execPath))
}

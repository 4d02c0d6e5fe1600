/** A server for tests to kill: opens the database of the given folder, prints one line of JSON and keeps running. */
import { openEmbedded, StartError } from '#server/db/embedded/index.ts'

const [dataDir = ''] = process.argv.slice(2)
try {
  const { url, pid } = await openEmbedded({ dataDir, log: () => undefined })
  process.stdout.write(`${JSON.stringify({ url, pid })}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stdout.write(`${JSON.stringify({ problem: error.constructor.name, message: error.message })}\n`)
  process.exitCode = 1
}

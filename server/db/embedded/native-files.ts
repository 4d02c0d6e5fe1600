import { chmod, cp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { type Binaries, binariesIn } from './binaries.ts'
import type { Owner } from './owner.ts'
import { firstClosedTo, mayUse } from './permissions.ts'
import { errorCode } from './start-error.ts'

type Link = { source: string; target: string }

/**
 * The binaries in a state to run: with the `.so` links that the package's install script would have made, in a place
 * that the owner can reach. When the installed ones cannot be made so, they are copied (58 MB, once a version) into
 * the data folder. Call it with the folder's lock held.
 */
export async function usableBinaries(found: Binaries, dataDir: string, owner: Owner): Promise<Binaries> {
  if ((await reachable(found, owner)) && (await makeLinks(found.root))) return found
  const place = path.join(dataDir, `postgres-programs-${found.version}`)
  if ((await stat(place).catch(() => undefined)) === undefined) await copyTo(place, found, dataDir)
  return binariesIn(place, found.version)
}

async function reachable({ root, program }: Binaries, owner: Owner): Promise<boolean> {
  if (owner === undefined) return true
  const native = path.join(root, 'native')
  if ((await firstClosedTo(path.join(native, 'share', 'postgresql'), owner)) !== undefined) return false
  if ((await firstClosedTo(path.join(native, 'lib'), owner)) !== undefined) return false
  if ((await firstClosedTo(path.join(native, 'bin'), owner)) !== undefined) return false
  // npm gives all files of a package the same rights, so it is enough to look at one of each kind.
  const template = await stat(path.join(native, 'share', 'postgresql', 'postgres.bki'))
  return mayUse(template, owner, 4) && mayUse(await stat(program('postgres')), owner, 1)
}

/** Makes the missing links; true when all are there. Several processes may do it at once. */
async function makeLinks(root: string): Promise<boolean> {
  const text = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(text) as Link[]) {
    const link = path.join(root, target)
    if (await stat(link).catch(() => undefined)) continue
    try {
      await symlink(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return false
    }
  }
  return true
}

async function copyTo(place: string, found: Binaries, dataDir: string): Promise<void> {
  for (const old of await readdir(dataDir)) {
    if (old.startsWith('postgres-programs-')) await rm(path.join(dataDir, old), { recursive: true, force: true })
  }
  const beside = `${place}.new`
  await cp(path.join(found.root, 'native'), path.join(beside, 'native'), { recursive: true, verbatimSymlinks: true })
  await openToAll(beside)
  await makeLinks(beside)
  await rename(beside, place)
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    const { mode } = await stat(file)
    await chmod(file, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}

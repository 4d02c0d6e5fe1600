/*
 * `npm run update`: a backup, the new version by git, its packages and pages; the next start updates the database
 * (docs/running.md#updating). `-- --back` returns to the version before the last update, `-- --no-backup` makes none.
 * Plain JavaScript for Node 20.19 or newer: it runs before the packages are there.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildProduct, giveUp, installPackages, nodeToUse, npm, root, say } from './prepare.mjs'

/** Where git keeps the version before the last update. A start that fails looks for it (server/explain.ts). */
const BEFORE = 'refs/masa/before-update'
const SELF = fileURLToPath(import.meta.url)

const { values } = parseArgs({
  options: { back: { type: 'boolean' }, 'no-backup': { type: 'boolean' }, prepare: { type: 'boolean' } },
})
if (values.prepare) prepare()
else if (values.back) goBack()
else update()

function update() {
  requireCleanClone()
  say('Looking for a new version …')
  if (git('fetch', '--quiet').status !== 0) giveUp('The new version could not be fetched: see what git says above.')
  const upstream = git('rev-parse', '--verify', '--quiet', '@{upstream}').text
  if (!upstream) giveUp('This branch follows no other one, so there is nothing to update from: git checkout main')
  if (isAncestor(upstream, 'HEAD')) return say(`This is the newest version (${nameOf('HEAD')}).`)
  if (!isAncestor('HEAD', upstream))
    giveUp('This clone has commits of its own. Merge the new version by hand: git merge @{upstream}')
  if (!values['no-backup']) backUp()
  const before = git('rev-parse', 'HEAD').text
  if (git('update-ref', BEFORE, before).status !== 0 || git('merge', '--ff-only', '--quiet', upstream).status !== 0)
    giveUp('The new version could not be put in place: see what git says above. Nothing was changed.')
  if (!prepareInPlace()) {
    say(`Going back to ${nameOf(before)} …`)
    if (git('reset', '--keep', '--quiet', before).status !== 0 || !prepareInPlace())
      giveUp(`Neither version could be prepared. The one before is ${before}: git reset --keep ${before}`)
    git('update-ref', '-d', BEFORE)
    giveUp('The new version could not be prepared (see above), so the one before is in place again. Start Masa.')
  }
  say(`
Masa was updated from ${nameOf(before)} to ${nameOf('HEAD')}. Start it: the start updates the database.
Should it not start, this returns to the version before:  npm run update -- --back`)
}

function goBack() {
  requireCleanClone()
  const before = git('rev-parse', '--verify', '--quiet', BEFORE).text
  if (!before) giveUp('There was no update to go back from.')
  if (git('reset', '--keep', '--quiet', before).status !== 0)
    giveUp('The version before could not be put in place: see what git says above. Nothing was changed.')
  git('update-ref', '-d', BEFORE)
  if (!prepareInPlace()) giveUp('Its packages or pages could not be prepared: see above. Try again with: npm start')
  say(`
The version before the update is in place (${nameOf('HEAD')}). Start Masa. Should it say that a newer version has changed
the database, restore the backup that the update has made into an empty place (docs/running.md#going-back).`)
}

// A fetched version prepares itself, because its way to do it may differ.
function prepareInPlace() {
  const { status } = spawnSync(process.execPath, [SELF, '--prepare'], { cwd: root, stdio: 'inherit' })
  return status === 0
}

function prepare() {
  installPackages()
  buildProduct(nodeToUse())
}

function backUp() {
  say('Making a backup …')
  const { status } = npm(['run', '--silent', 'backup'], { cwd: root, stdio: 'inherit' })
  if (status !== 0)
    giveUp(
      'Without a backup there is no update: see above. Give DATA_DIR or DATABASE_URL as Masa itself is started with. ' +
        'Where nothing is to be kept: npm run update -- --no-backup',
    )
}

function requireCleanClone() {
  if (git('rev-parse', '--is-inside-work-tree').text !== 'true')
    giveUp('This folder is no clone of git, so it cannot be updated by it (docs/running.md#updating).')
  if (git('status', '--porcelain', '--untracked-files=no').text !== '')
    giveUp('Files of Masa were changed here: git status lists them. Commit them or take them back, then update.')
}

function isAncestor(one, other) {
  return git('merge-base', '--is-ancestor', one, other).status === 0
}

function nameOf(commit) {
  return git('show', '--no-patch', '--format=%h of %cs', commit).text
}

function git(...args) {
  const { status, stdout, error } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (error) giveUp(`git cannot be started: ${error.message}`)
  return { status, text: stdout.trim() }
}

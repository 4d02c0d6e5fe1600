/**
 * The watchdog for Windows, which has no /bin/sh: `node watchdog.ts <cluster folder> <pg_ctl>`. It stops PostgreSQL when
 * its standard input closes, which means that the Node process that started it has died. The word "done" on its input
 * ends the watchdog instead.
 */
import { spawnSync } from 'node:child_process'

const [cluster = '', pgCtl = ''] = process.argv.slice(2)
let input = ''
for await (const part of process.stdin.setEncoding('utf8')) {
  input += part
  if (input.includes('done')) process.exit()
}
spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-t', '5'], { windowsHide: true })
spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'immediate', '-t', '4'], { windowsHide: true })

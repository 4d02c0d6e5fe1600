/**
 * The watchdog for systems without /bin/sh (Windows): `node watchdog.ts <pid> <cluster folder> <pg_ctl>` ends
 * PostgreSQL when its input ends, which only the Node that started it holds open; "done" dismisses it.
 */
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const [pid = '', cluster = '', pgCtl = ''] = process.argv.slice(2)
let heard = ''
for await (const part of process.stdin.setEncoding('utf8')) {
  heard += part
  if (heard.includes('done')) process.exit()
}
if (process.platform === 'win32') {
  spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-t', '5'], { windowsHide: true })
  spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'immediate', '-t', '4'], { windowsHide: true })
} else {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) await signalAndWait(signal, 4000)
}

async function signalAndWait(signal: NodeJS.Signals, wait: number): Promise<void> {
  try {
    process.kill(Number(pid), signal)
    for (const until = Date.now() + wait; Date.now() < until; await sleep(50)) process.kill(Number(pid), 0)
  } catch {
    // kill() throws when the process has ended.
    process.exit()
  }
}

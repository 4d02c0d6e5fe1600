/**
 * The watchdog for systems without /bin/sh (Windows): `node watchdog.ts <pid> <cluster folder> <pg_ctl>`. It stops
 * PostgreSQL when its standard input closes, which means that the Node process that started it has died. The word
 * "done" on its input ends the watchdog instead.
 */
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const [pid = '', cluster = '', pgCtl = ''] = process.argv.slice(2)
let input = ''
for await (const part of process.stdin.setEncoding('utf8')) {
  input += part
  if (input.includes('done')) process.exit()
}
if (process.platform === 'win32') {
  spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-t', '5'], { windowsHide: true })
  spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'immediate', '-t', '4'], { windowsHide: true })
} else {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) await signalAndWait(signal, 4000)
}

async function signalAndWait(signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
  try {
    process.kill(Number(pid), signal)
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(50)) process.kill(Number(pid), 0)
  } catch {
    // kill() throws once the process has exited.
    process.exit()
  }
}

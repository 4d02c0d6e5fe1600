#!/usr/bin/env node
import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'

/*
 * Starts Debian's Firefox for Playwright, and stands between the two. Playwright gives up at the first command that this
 * Firefox does not know yet; none matters to a journey, so each gets an empty answer. What Playwright fills into a field
 * would not be noticed by React, so it is typed by the browser itself.
 */

const FILL = /window\.__pw_bidiInsertText\((\w+)\)/
const TYPE = "void document.execCommand('insertText', false, $1)"

const firefox = spawn('firefox-esr', process.argv.slice(2), { stdio: ['inherit', 'pipe', 'pipe'] })
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => firefox.kill(signal))
for (const [from, to] of [
  [firefox.stdout, process.stdout],
  [firefox.stderr, process.stderr],
] as const)
  forward(from, to)

/** Copies the browser's output, with this program's address in place of the browser's. */
function forward(from: Readable, to: Writable): void {
  from.on('data', (bytes) => {
    const text = String(bytes)
    const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(text)?.[1]
    if (!address) return to.write(text)
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }, () => {
      const own = server.address()
      const port = typeof own === 'object' ? own?.port : undefined
      to.write(text.replace(address, `ws://127.0.0.1:${port}`))
    })
    server.on('connection', (playwright, { url }) => connect(playwright, `${address}${url}`))
  })
}

function connect(playwright: WebSocket, address: string): void {
  const browser = new WebSocket(address, { perMessageDeflate: false })
  const opened = new Promise((resolve) => browser.once('open', resolve))
  playwright.on('message', (data) => void opened.then(() => browser.send(String(data).replace(FILL, TYPE))))
  browser.on('message', (data) => {
    const message = JSON.parse(String(data))
    const isUnknown = message.error === 'unknown command'
    playwright.send(isUnknown ? JSON.stringify({ id: message.id, type: 'success', result: {} }) : String(data))
  })
  for (const [one, other] of [
    [browser, playwright],
    [playwright, browser],
  ] as const) {
    one.on('close', () => other.close())
    one.on('error', () => other.close())
  }
}

/*
 * Hands Masa's fiscal receipts to a driver that takes text files, and its answers to Masa (docs/fiscal-bridge.md):
 * node masa-fiscal.mjs CONFIG, with Node 20 or newer. CONFIG is JSON: {url, token, inbox, outbox}.
 *
 * No receipt is handed over twice: each step is on the disk before the next one begins. What is `taken` was certainly
 * not handed over; of what is `handing` only the answer says what happened; `told` has what Masa has heard.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** How many receipts are remembered: their late answers are passed on, and none of them is handed over again. */
const REMEMBERED = 200
/** An answer has three short lines; whatever is longer is none. */
const ANSWER_MAX = 2000
const [, , configPath = 'masa-fiscal.json'] = process.argv
const stepsPath = `${path.resolve(configPath)}.steps`
const config = readJson(configPath, 'In paths write / or \\\\, not a single \\.')
const missing = ['url', 'token', 'inbox', 'outbox'].filter((key) => typeof config[key] !== 'string' || !config[key])
if (missing.length > 0) stop(`${configPath} lacks ${missing.join(', ')}.`)
const { url, token, inbox, outbox } = config
/** In milliseconds; tests shorten them. */
const times = { poll: 2000, look: 500, answer: 90_000, trouble: 10_000, request: 15_000, ...config.times }
let steps = fs.existsSync(stepsPath)
  ? readJson(stepsPath, 'Look in Masa for unclear receipts, delete this file, and start again.')
  : []
let isSaved = true
let said = ''

// Two bridges with the same steps would disturb each other. A pipe, unlike a file, ends with its process.
const pipe = `masa-fiscal-${createHash('sha256').update(fs.realpathSync.native(configPath)).digest('hex').slice(0, 16)}`
net
  .createServer()
  .on('error', () => stop(`The bridge already runs with ${configPath}; this second one ends.`))
  .listen(process.platform === 'win32' ? `\\\\.\\pipe\\${pipe}` : `\0${pipe}`, run)

async function run() {
  say(`Started. Receipts go to ${inbox}, answers come from ${outbox}.`)
  for (;;) await sleep(times[await round()])
}

/** Follows what was handed over; when all is answered, hands over what waits. @returns how long to sleep */
async function round() {
  const lacking = [inbox, outbox].find((folder) => !fs.existsSync(folder))
  if (lacking)
    return problem(`The folder ${lacking} is missing. Is the driver installed? ${configPath} names its folders`)
  try {
    for (const one of steps) if (!(await follow(one))) return 'trouble'
    return steps.some(({ step }) => step !== 'told') ? 'look' : await takeNext()
  } catch (error) {
    return problem(`The bridge cannot write: ${inWords(error)}. Its steps are in ${stepsPath}`)
  }
}

async function takeNext() {
  if (!isSaved) save()
  const { status, body } = await post('next', {})
  if (status === 204) say('Connected with Masa; no receipt waits.')
  if (status !== 200) return status === 204 ? 'poll' : 'trouble'
  const { name, text } = body
  if (typeof text !== 'string' || !/^[\w-]{1,64}$/.test(name)) return problem('Masa sent what is no receipt')
  if (steps.some((one) => one.name === name)) return problem(`Masa sent ${name} again; it stays here`)
  handOver(name, text)
  return 'look'
}

function handOver(name, text) {
  const one = { name, step: 'taken', left: times.answer }
  steps = [...steps, one].slice(-REMEMBERED)
  // The driver finds whole files alone: this one has its right name only when everything is written.
  const part = path.join(inbox, `${name}.part`)
  try {
    save()
    write(part, text)
    one.step = 'handing'
    save()
    fs.renameSync(part, path.join(inbox, `${name}.txt`))
    say(`${name} is handed over to the driver.`)
  } catch (error) {
    // A share may say that a rename failed which it has done: then only the answer says what happened.
    if (one.step === 'handing' && !fs.existsSync(part)) return
    one.step = 'taken'
    one.why = `It could not be handed over: ${inWords(error)}`
  }
  syncFolder(inbox)
}

/** Tells Masa the driver's answer, also one that came late or was half-written. @returns whether all is well */
async function follow(one) {
  const { name, step, sent = '', seen, why = 'The bridge was stopped before it handed this over' } = one
  if (step === 'taken') {
    // Certainly nothing was printed, so that Masa can have it tried again.
    problem(`${name}: ${why}`)
    return tell(one, `BONOK=0\r\nERRCODE=MASA\r\nERRINFO=${why}\r\n`)
  }
  if (isFinal(sent)) return true
  one.seen = readAnswer(name)
  // It may still be written: it counts when it has not changed for a moment.
  if (one.seen !== '' && one.seen === seen) return one.seen === sent || tell(one, one.seen)
  one.left -= times.look
  if (step === 'told' || one.left > 0) return true
  // A driver that begins to work hours later would print what somebody has keyed in by hand meanwhile.
  remove(path.join(inbox, `${name}.txt`))
  problem(`The driver has not answered ${name}. Does it run, with the folder ${inbox}? Look whether the paper came out`)
  return tell(one, one.seen)
}

/** @returns whether nobody is to be told any more: Masa has heard it, cannot read it (400), or has no such receipt (404) */
async function tell(one, answer) {
  const { status } = await post('answer', { name: one.name, text: answer })
  if (![200, 204, 400, 404].includes(status)) return false
  remove(path.join(inbox, `${one.name}.part`))
  Object.assign(one, { step: 'told', sent: answer })
  save()
  if (isFinal(answer)) remove(path.join(outbox, `${one.name}.txt`))
  return true
}

const isFinal = (answer) => /^\s*BONOK\s*=\s*[01]\s*$/im.test(answer)

/** @returns the status, 0 if Masa cannot be reached, and the body of a response 200 */
async function post(call, sent) {
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/api/printing/${token}/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
      redirect: 'error',
      signal: AbortSignal.timeout(times.request),
    })
    const { status } = response
    if (status === 404 && call === 'next')
      problem(`Masa does not know the token of ${configPath}. Settings → Printers makes a new one: write it there`)
    else if (status >= 300 && status !== 404) problem(`Masa answered ${status}. The bridge goes on trying`)
    return { status, body: status === 200 ? await response.json() : undefined }
  } catch (error) {
    problem(
      `Masa cannot be reached at ${url} (${error.cause?.code ?? error.cause?.message ?? error.name}). The bridge goes on trying`,
    )
    return { status: 0 }
  }
}

/** Keeps what is done on the disk, through a power cut too. @throws if the disk does not take it */
function save() {
  isSaved = false
  write(`${stepsPath}.new`, JSON.stringify(steps))
  fs.renameSync(`${stepsPath}.new`, stepsPath)
  syncFolder(path.dirname(stepsPath))
  isSaved = true
}

function write(file, text) {
  const handle = fs.openSync(file, 'w')
  try {
    fs.writeFileSync(handle, text)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** Makes a rename last through a power cut. */
function syncFolder(folder) {
  try {
    const handle = fs.openSync(folder, 'r')
    fs.fsyncSync(handle)
    fs.closeSync(handle)
  } catch {
    // Windows has no such call.
  }
}

function readAnswer(name) {
  try {
    return inUnicode(fs.readFileSync(path.join(outbox, `${name}.txt`))).slice(0, ANSWER_MAX)
  } catch {
    // There is none, or the driver has it open.
    return ''
  }
}

/** The driver's texts are in the code page of its Windows, or in UTF-8. */
function inUnicode(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1250').decode(bytes)
  }
}

function remove(file) {
  try {
    fs.rmSync(file, { force: true })
  } catch {
    // The driver has it open: it stays there.
  }
}

function inWords({ code, message }) {
  const words = { ENOSPC: 'the disk is full', EACCES: 'this user may not write there', ENOENT: 'the folder is missing' }
  return words[code === 'EPERM' ? 'EACCES' : code] ?? message
}

function readJson(file, advice) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    return stop(`${file} cannot be read: ${error.message}. ${advice}`)
  }
}

/** @returns how long to sleep then */
function problem(words) {
  say(`PROBLEM: ${words}.`)
  return 'trouble'
}

/** Says it once, not in every round. */
function say(words) {
  if (words !== said) process.stdout.write(`${new Date().toISOString()} ${words}\n`)
  said = words
}

function stop(words) {
  process.stdout.write(`PROBLEM: ${words}\n`)
  process.exit(1)
}

import { type DocumentLine, LINE_SIZES } from '#shared/domain/printing/columns.ts'

/* The one file that knows the printer that some tablets have built in. */

/** What the tablet's own browser offers; some of them answer with promises. */
interface InnerPrinter {
  setFontSize(size: number): unknown
  printText(text: string): unknown
  cutPaper(): unknown
}

declare global {
  interface Window {
    InnerPrinter?: InnerPrinter
  }
}

/** After this a printer that says nothing counts as broken. */
const LONGEST_MS = 15_000

/** The printer's code page has the Romanian letters in their old form alone, with a cedilla. */
const IN_ITS_CODE_PAGE: Record<string, string> = { ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' }

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

export function hasDevicePrinter(): boolean {
  return window.InnerPrinter !== undefined
}

/** How many documents this page has sent to the printer that are not out yet. */
export function deviceQueueLength(): number {
  return waiting
}

/** Prints a document on the device's own printer, after those before it: their lines must not mix. */
export async function printOnDevice(document: readonly DocumentLine[]): Promise<void> {
  const before = last
  waiting += 1
  const printed = before.catch(() => {}).then(() => sendInTime(document))
  last = printed
  try {
    await printed
  } finally {
    waiting -= 1
  }
}

/** A printer that stops answering gets nothing more of this document, should it come back. */
async function sendInTime(document: readonly DocumentLine[]): Promise<void> {
  const giveUp = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      giveUp.abort()
      reject(new Error('The printer does not answer'))
    }, LONGEST_MS)
  })
  try {
    await Promise.race([sendLines(document, giveUp.signal), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

async function sendLines(document: readonly DocumentLine[], givenUp: AbortSignal): Promise<void> {
  const printer = window.InnerPrinter
  if (!printer) throw new Error('The device has no printer')
  for (const { text, size } of document) {
    await printer.setFontSize(LINE_SIZES.indexOf(size))
    if (givenUp.aborted) return
    await printer.printText(`${text.replace(/[șțȘȚ]/g, (letter) => IN_ITS_CODE_PAGE[letter] ?? letter)}\n`)
    if (givenUp.aborted) return
  }
  await printer.cutPaper()
}

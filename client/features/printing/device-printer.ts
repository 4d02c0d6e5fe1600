import { create } from 'zustand'
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

/** After this a printer that does not answer a call counts as broken: a long ticket may take longer than that. */
const LONGEST_MS = 15_000

/** The printer's code page has the Romanian letters in their old form alone, with a cedilla, and no arrow. */
const IN_ITS_CODE_PAGE: Record<string, string> = { ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ', '→': '->' }

let last: Promise<unknown> = Promise.resolve()

/** How many documents this page has sent to the printer that are not out yet. */
export const useDeviceQueue = create(() => ({ length: 0 }))

export function hasDevicePrinter(): boolean {
  return window.InnerPrinter !== undefined
}

/**
 * Prints a document on the device's own printer, after those before it: their lines must not mix.
 * @param mayBegin asked when its turn has come: whether it is still to be printed
 * @returns whether it was printed
 */
export async function printOnDevice(
  document: readonly DocumentLine[],
  mayBegin: () => boolean = () => true,
): Promise<boolean> {
  const before = last
  changeQueue(1)
  const printed = before
    .catch(() => {})
    .then(async () => {
      if (!mayBegin()) return false
      await sendLines(document)
      return true
    })
  last = printed
  try {
    return await printed
  } finally {
    changeQueue(-1)
  }
}

function changeQueue(by: number): void {
  useDeviceQueue.setState(({ length }) => ({ length: length + by }))
}

async function sendLines(document: readonly DocumentLine[]): Promise<void> {
  const printer = window.InnerPrinter
  if (!printer) throw new Error('The device has no printer')
  for (const { text, size } of document) {
    await inTime(printer.setFontSize(LINE_SIZES.indexOf(size)))
    await inTime(printer.printText(`${text.replace(/[șțȘȚ→]/g, (letter) => IN_ITS_CODE_PAGE[letter] ?? letter)}\n`))
  }
  await inTime(printer.cutPaper())
}

/** Awaits the printer's answer. One that stops answering gets nothing more of the document, should it come back. */
async function inTime(answer: unknown): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The printer does not answer')), LONGEST_MS)
  })
  try {
    await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

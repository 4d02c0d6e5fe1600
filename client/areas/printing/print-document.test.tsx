import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { line } from '#shared/domain/printing/columns.ts'
import * as log from '../../lib/browser/environment.ts'
import { withPopup, withPrinter } from '../../testing/fake-printer.ts'
import { PopupBlockedError, printDocument, printInPopup, printOnDevice, printUnattended } from './print-document.ts'
import { printerStatus, useDeviceQueue, usePrinterStatus } from './this-device.tsx'

let logProblem = vi.spyOn(log, 'logProblem')

const LINES = [line('MASA 7', 'large'), line('Ciorbă cu ștevie și Țelină'), line('')]
const PRINTABLE = { title: 'Receipt #1', lines: LINES }

beforeEach(() => {
  vi.useFakeTimers()
  logProblem = vi.spyOn(log, 'logProblem').mockImplementation(() => {})
})
afterEach(() => {
  expect(useDeviceQueue.getState().length).toBe(0)
})

describe('the device’s printer', () => {
  it('receives font sizes, lines in the letters of its code page, and a cut', async () => {
    const printer = withPrinter()
    await printOnDevice(LINES)
    expect(printer.paper).toBe('MASA 7\nCiorbă cu ştevie şi Ţelină\n\n')
    expect(printer.sizes).toEqual([2, 1, 1])
    expect(printer.cuts).toBe(1)
  })

  it('receives an arrow as two characters', async () => {
    const printer = withPrinter()
    await printOnDevice([line('MUTARE 3 → 7', 'large')])
    expect(printer.paper).toBe('MUTARE 3 -> 7\n')
  })

  it('never mixes the lines of two documents, and counts the queued ones', async () => {
    const printer = withPrinter()
    const printing = Promise.all([printOnDevice([line('a'), line('b')]), printOnDevice([line('c')])])
    expect(printerStatus()).toEqual({ ready: true, online: true, queueLength: 2 })
    await printing
    expect(printer.paper).toBe('a\nb\nc\n')
  })

  it('prints the next document after one that failed halfway', async () => {
    const printer = withPrinter()
    printer.diesAt = 1
    await expect(printOnDevice([line('a'), line('b')])).rejects.toThrow('No paper')
    expect(printer.cuts).toBe(0)
    printer.diesAt = Number.POSITIVE_INFINITY
    await printOnDevice([line('c')])
    expect(printer.paper).toBe('a\nc\n')
  })

  it('receives no more of a document after a call that got no response', async () => {
    const printer = withPrinter()
    let respond = () => {}
    printer.printText = vi.fn(() => new Promise<void>((resolve) => (respond = resolve)))
    const printing = expect(printOnDevice([line('a'), line('b')])).rejects.toThrow('does not answer')
    await vi.advanceTimersByTimeAsync(15_000)
    await printing
    respond()
    await vi.advanceTimersByTimeAsync(0)
    expect(printer.printText).toHaveBeenCalledTimes(1)
  })

  it('may take long for a document if it responds to each call in time', async () => {
    const printer = withPrinter()
    const printedLines: string[] = []
    printer.printText = async (text) => {
      await new Promise((resolve) => setTimeout(resolve, 14_000))
      printedLines.push(text)
    }
    const printing = printOnDevice([line('a'), line('b'), line('c')])
    await vi.advanceTimersByTimeAsync(42_000)
    expect(await printing).toBe(true)
    expect(printedLines).toEqual(['a\n', 'b\n', 'c\n'])
    expect(printer.cuts).toBe(1)
  })
})

describe('printInPopup', () => {
  it('opens a window at once, the dialog after half a second, and closes half a second later', async () => {
    const { popup, open } = withPopup()
    const printing = printInPopup(LINES, 'Receipt #1')
    expect(open).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(499)
    expect(popup.print).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(popup.print).toHaveBeenCalledTimes(1)
    await printing
    await vi.advanceTimersByTimeAsync(499)
    expect(popup.closed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(popup.closed).toBe(true)
  })

  it('keeps the window open for a dialog that does not block the page', async () => {
    const { popup } = withPopup()
    popup.print.mockImplementation(() => popup.dispatchEvent(new Event('beforeprint')))
    const printing = printInPopup(LINES, '')
    await vi.advanceTimersByTimeAsync(60_000)
    await printing
    expect(popup.closed).toBe(false)
    popup.dispatchEvent(new Event('afterprint'))
    await vi.advanceTimersByTimeAsync(500)
    expect(popup.closed).toBe(true)
  })

  it('keeps the window open on iOS, whose sheet comes later and is not announced', async () => {
    const { popup } = withPopup()
    Object.assign(popup, { GestureEvent: class {} })
    const printing = printInPopup(LINES, '')
    await vi.advanceTimersByTimeAsync(10_000)
    await printing
    expect(popup.closed).toBe(false)
    popup.dispatchEvent(new Event('afterprint'))
    await vi.advanceTimersByTimeAsync(500)
    expect(popup.closed).toBe(true)
  })

  it('closes the window after a minute and a half second if no browser says that the dialog has ended', async () => {
    const { popup } = withPopup()
    popup.print.mockImplementation(() => popup.dispatchEvent(new Event('beforeprint')))
    const printing = printInPopup(LINES, '')
    await vi.advanceTimersByTimeAsync(500 + 60_000 + 499)
    await printing
    expect(popup.closed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(popup.closed).toBe(true)
  })

  it('writes the text unchanged on a page of its own size', async () => {
    const { popup } = withPopup()
    const printing = printInPopup([line('<img src=x onerror=alert(1)>'), line('MASA 7', 'large')], 'Bill #2')
    expect(popup.lines).toEqual(['<img src=x onerror=alert(1)>', 'MASA 7'])
    expect(popup.document.querySelector('img')).toBeNull()
    expect(popup.document.title).toBe('Bill #2')
    expect(popup.rules[0]).toMatch(/^@page \{ size: 80mm \d+mm; margin: 0 \}$/)
    // The pages' Content-Security-Policy forbids text in style elements.
    expect(popup.document.querySelector('style')?.textContent).toBe('')
    await vi.advanceTimersByTimeAsync(1000)
    await printing
  })

  it('writes again if the browser has replaced the page by an empty one', async () => {
    const { popup } = withPopup()
    const printing = printInPopup(LINES, '')
    popup.document.body.replaceChildren()
    await vi.advanceTimersByTimeAsync(1000)
    await printing
    expect(popup.lines).toEqual(LINES.map(({ text }) => text))
  })

  it('throws if the window is blocked, is closed before printing, or cannot print', async () => {
    withPopup(null)
    await expect(printInPopup(LINES, '')).rejects.toBeInstanceOf(PopupBlockedError)
    const closed = withPopup().popup
    const first = expect(printInPopup(LINES, '')).rejects.toThrow('closed')
    closed.close()
    await vi.advanceTimersByTimeAsync(500)
    await first
    const broken = withPopup().popup
    broken.print.mockImplementation(() => {
      throw new Error('No dialog')
    })
    const second = expect(printInPopup(LINES, '')).rejects.toThrow('No dialog')
    await vi.advanceTimersByTimeAsync(500)
    await second
    expect(broken.closed).toBe(true)
  })
})

describe('printing a document', () => {
  it('uses the device’s printer if there is one', async () => {
    const printer = withPrinter()
    const { open } = withPopup()
    await printDocument(PRINTABLE)
    expect(printer.cuts).toBe(1)
    expect(open).not.toHaveBeenCalled()
  })

  it('opens a window synchronously if the device has no printer', async () => {
    const { open, popup } = withPopup()
    const printing = printDocument(PRINTABLE)
    expect(open).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1000)
    await printing
    expect(popup.print).toHaveBeenCalledTimes(1)
    expect(logProblem).not.toHaveBeenCalled()
  })

  it.each([
    ['throws', 0],
    ['fails halfway', 1],
  ])('prints the whole document from a window if the device’s printer %s, and logs the failure', async (_, diesAt) => {
    withPrinter().diesAt = diesAt
    const { popup } = withPopup()
    const printing = printDocument(PRINTABLE)
    await vi.advanceTimersByTimeAsync(1000)
    await printing
    expect(popup.lines).toEqual(LINES.map(({ text }) => text))
    expect(logProblem).toHaveBeenCalledTimes(1)
  })

  it('opens no window for an unattended print if the printer fails', async () => {
    withPrinter().diesAt = 0
    const { open } = withPopup()
    await expect(printUnattended(PRINTABLE, () => true)).rejects.toThrow('No paper')
    expect(open).not.toHaveBeenCalled()
  })
})

describe('usePrinterStatus', () => {
  it('updates at once when this page’s queue changes', async () => {
    withPrinter()
    const { result } = renderHook(usePrinterStatus)
    let printing: Promise<unknown> | undefined
    act(() => {
      printing = printOnDevice(LINES)
    })
    expect(result.current.queueLength).toBe(1)
    await act(() => printing)
    expect(result.current.queueLength).toBe(0)
  })

  it('returns "not ready" if the state cannot be read', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    Object.defineProperty(window, 'InnerPrinter', {
      configurable: true,
      get: () => {
        throw new Error('Broken')
      },
    })
    expect(printerStatus()).toEqual({ ready: false, online: false, queueLength: 0 })
    expect(logProblem).toHaveBeenCalledTimes(1)
    delete window.InnerPrinter
  })
})

/* Printing of documents: on the printer of the device, or through the browser. */
export { printOnDevice, useDeviceQueue } from './device-printer.ts'
export { toastNotPrinted, withdrawNotPrinted } from './not-printed.ts'
export { PopupBlockedError } from './popup-printer.ts'
export { type Printable, printDocument, printUnattended } from './print-document.ts'
export { printerStatus, usePrinterStatus } from './printer-status.ts'

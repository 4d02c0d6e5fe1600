/* QR codes, and the URLs that they contain. */
export { localHostOf, useAddresses } from './addresses.ts'
export { LocalWarning } from './local-warning.tsx'
export { QUIET_MODULES, qrOf } from './qr.ts'
export { PrintedCode, QrCode } from './qr-code.tsx'

export { CodeFiles } from './code-files.tsx'
export {
  AddressForm,
  LocalWarning,
  localHostOf,
  PrintedCode,
  QrCode,
  qrOf,
  useAddresses,
} from './qr-code.tsx'

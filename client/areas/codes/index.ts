export { CodeFiles } from './code-files.tsx'
export {
  AddressForm,
  LocalWarning,
  localHostOf,
  PrintedCode,
  QrCode,
  QUIET_MODULES,
  qrOf,
  useAddresses,
} from './qr-code.tsx'

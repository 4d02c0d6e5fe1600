import { QUIET_MODULES, qrOf } from './qr.ts'

interface QrCodeProps {
  address: string
  label: string
  /** In pixels; the quiet zone is left to what stands around it. */
  size: number
}

/** A code on the screen, dark in both themes. */
export function QrCode({ address, label, size }: QrCodeProps) {
  const { side, path } = qrOf(address)
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="block fill-code"
    >
      <path d={path} />
    </svg>
  )
}

/** A code on paper with its quiet zone. @param width of the code itself, in millimetres */
export function PrintedCode({ address, width }: { address: string; width: number }) {
  const { side, path } = qrOf(address)
  const around = side + 2 * QUIET_MODULES
  return (
    <svg
      aria-hidden="true"
      viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${around} ${around}`}
      shapeRendering="crispEdges"
      style={{ width: `${(width * around) / side}mm` }}
      className="printed-code"
    >
      <path d={path} />
    </svg>
  )
}

/** How far the server's clock is ahead of this device's, in milliseconds. */
let aheadMs = 0

/** Takes the server's time from the `Date` of an answer that has just come. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (!Number.isNaN(at)) aheadMs = at - Date.now()
}

/** The server's time in milliseconds: a tablet's own clock may be wrong (docs/product.md#everywhere-server-clock). */
export function serverNow(): number {
  return Date.now() + aheadMs
}

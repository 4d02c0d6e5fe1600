/** Bounds of the quantity that a phone has in the cart: `min` counts its confirmed changes, `max` all its changes. */
export class Tally {
  min = 0
  max = 0
  /** Whether the phone has left the table; some of its changes may then stay unconfirmed for ever. */
  hasLeft = false

  /** Starts at zero for a new cart, to which earlier changes do not belong. */
  clear(): void {
    this.min = 0
    this.max = 0
    this.hasLeft = false
  }

  /** The phone left, and its dishes were removed from the cart. The server may still process unconfirmed changes. */
  left(): void {
    this.max -= this.min
    this.min = 0
    this.hasLeft = true
  }

  requested(count = 1): void {
    this.max += count
  }

  confirmed(count: number): void {
    this.min += count
  }

  refused(count: number): void {
    this.max -= count
  }
}

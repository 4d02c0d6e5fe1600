/** Bounds of the quantity that a phone has in the cart: the confirmed requests, and all requests. */
export class Tally {
  min = 0
  max = 0
  /** After leaving, some requests stay unconfirmed for ever. */
  hasLeft = false

  /** Starts again for a new cart, to which earlier requests do not belong. */
  clear(): void {
    this.min = 0
    this.max = 0
    this.hasLeft = false
  }

  /** The phone left, and its dishes left the cart. The server may still process unconfirmed requests. */
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
